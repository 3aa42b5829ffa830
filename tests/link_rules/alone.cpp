/// The program around a library that is linked whole (links_alone in tests/CMakeLists.txt).
int main() {}

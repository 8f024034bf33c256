/* python.exe: hands its arguments to the DLL, as the one of python.org does. */
#include <windows.h>
__declspec(dllimport) int Py_Main(int, wchar_t **);
int wmain(int argc, wchar_t **argv) { return Py_Main(argc, argv); }

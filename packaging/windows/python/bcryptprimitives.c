/* bcryptprimitives.dll, which Wine 8 lacks: Rust's standard library asks it for random bytes, and so pydantic-core. */
#include <windows.h>

#define MOST 65536

BOOLEAN NTAPI SystemFunction036(PVOID, ULONG); /* RtlGenRandom */

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count)
{
    while (count > 0) {
        ULONG part = count > MOST ? MOST : (ULONG)count;
        if (!SystemFunction036(bytes, part))
            return FALSE;
        bytes += part;
        count -= part;
    }
    return TRUE;
}

# What a released program is hardened with. A mistake in it then ends the program; it does not become a way in.
# tests/checks/hardened.py reads what comes out. Speed before and after is in docs/reliability.md.
include(CheckCXXCompilerFlag)

set(CGSD_HARDENED_COMPILE -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3)
foreach(flag -fstack-protector-strong -fstack-clash-protection -fcf-protection=full -ftrivial-auto-var-init=zero)
  string(MAKE_C_IDENTIFIER "CGSD_HAS${flag}" variable)
  check_cxx_compiler_flag(${flag} ${variable}) # -fcf-protection exists on x86 alone
  if(${variable})
    list(APPEND CGSD_HARDENED_COMPILE ${flag})
  endif()
endforeach()
set(CGSD_HARDENED_LINK -Wl,-z,relro,-z,now,-z,noexecstack)
if(CGSD_HAS_fcf_protection_full)
  list(APPEND CGSD_HARDENED_LINK -Wl,-z,shstk) # Debian's start-up objects carry no mark of their own
endif()

# Every build is linked so. Released code is compiled so; the other builds have assertions or sanitizers in place of it.
target_link_options(cgsd_settings INTERFACE ${CGSD_HARDENED_LINK})
target_compile_options(cgsd_settings INTERFACE "$<$<CONFIG:Release,RelWithDebInfo>:${CGSD_HARDENED_COMPILE}>")

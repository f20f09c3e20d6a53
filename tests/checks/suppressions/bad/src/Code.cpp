int a;  // NOLINT
int b;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
int c;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables): a planted reason
// NOLINTNEXTLINE(cert-err58-cpp, bugprone-*): two checks, one reason
int d;
// NOLINTBEGIN(cert-err58-cpp)
int e;
// NOLINTEND(cert-err58-cpp)

// The unnamed namespace of another source declares this name as well.
namespace {
int* local() {
    return 0;
}
}  // namespace

int* third = local();

"""A Python program that makes a component itself: python3 host.py COMPONENT.so"""
import ctypes
import gc
import sys

library = ctypes.CDLL(sys.argv[1])
library.cca_create.restype = ctypes.c_void_p
library.cca_create.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t]
library.cca_destroy.argtypes = [ctypes.c_void_p]

no_library = (ctypes.c_char * 16)()  # an empty std::shared_ptr
text = ctypes.create_string_buffer(1024)
component = library.cca_create(ctypes.addressof(no_library), text, 1024)
assert component, text.value


def objects():
    return [each for each in gc.get_objects() if type(each).__name__ == "PiFunctionPython"]


# In this interpreter, not in one of the component's own.
print("f(0) =", objects()[0].evaluate(0.0))
library.cca_destroy(component)
gc.collect()
print("left:", len(objects()))

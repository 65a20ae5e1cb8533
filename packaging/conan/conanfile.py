"""strew for Conan 2: `conan create packaging/conan` in a checkout."""

from pathlib import Path

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy


class Strew(ConanFile):
    name = "strew"
    version = "@VERSION@"
    license = "MIT"
    homepage = "@HOME@"
    description = "Scatter kernels for CPUs: ONNX ScatterND, ScatterElements and relatives"
    topics = ("scatter", "onnx", "simd", "kernels")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False], "system_simde": [True, False]}
    default_options = {"shared": False, "fPIC": True, "system_simde": False}
    implements = ["auto_shared_fpic"]
    languages = "C"

    def export_sources(self):
        root = Path(self.recipe_folder, "@CHECKOUT@")
        for folder in ("cmake", "extra", "generated", "include", "runtime"):
            copy(self, "*", root / folder, Path(self.export_sources_folder, folder))
        for file in ("CMakeLists.txt", "LICENSE"):
            copy(self, file, root, self.export_sources_folder)

    def requirements(self):
        if not self.options.system_simde:
            self.requires("simde/0.8.2", visible=False)  # headers for the build alone

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["STREW_TESTS"] = False
        toolchain.cache_variables["STREW_EXAMPLES"] = False
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, Path(self.package_folder, "licenses"))

    def package_info(self):
        self.cpp_info.libs = ["strew"]
        self.cpp_info.set_property("cmake_file_name", "strew")
        self.cpp_info.set_property("cmake_target_name", "strew::strew")
        self.cpp_info.set_property("pkg_config_name", "strew")
        if self.options.shared:
            self.cpp_info.defines = ["STREW_SHARED"]

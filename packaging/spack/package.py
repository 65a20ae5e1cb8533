"""strew for Spack."""

from spack.package import *


class Strew(CMakePackage):
    """Scatter kernels for CPUs: ONNX ScatterND, ScatterElements and relatives."""

    homepage = "@HOME@"
    url = "@URL@"
    license("MIT")

    version("@VERSION@", sha256="@SHA256@")

    variant("shared", default=True, description="Build a shared library")

    depends_on("c", type="build")
    depends_on("cmake@3.22:", type="build")
    depends_on("simde", type="build")

    def cmake_args(self):
        return [
            self.define_from_variant("BUILD_SHARED_LIBS", "shared"),
            self.define("STREW_TESTS", False),
            self.define("STREW_EXAMPLES", False),
        ]

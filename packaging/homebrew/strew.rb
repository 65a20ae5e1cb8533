class Strew < Formula
  desc "Scatter kernels for CPUs"
  homepage "@HOME@"
  url "@URL@"
  sha256 "@SHA256@"
  license "MIT"

  depends_on "cmake" => :build
  depends_on "simde" => :build

  def install
    system "cmake", "-S", ".", "-B", "build", "-DBUILD_SHARED_LIBS=ON", "-DSTREW_TESTS=OFF", "-DSTREW_EXAMPLES=OFF", *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
    pkgshare.install "examples/one_call.c"
  end

  test do
    system ENV.cc, pkgshare/"one_call.c", "-DSTREW_SHARED", "-I#{include}", "-L#{lib}", "-lstrew", "-o", "one_call"
    assert_equal "1 2 3 14 25 6 7 20\n", shell_output("./one_call")
  end
end

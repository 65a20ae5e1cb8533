# nix-build packaging/nix
{ pkgs ? import <nixpkgs> { } }:

pkgs.stdenv.mkDerivation {
  pname = "strew";
  version = "@VERSION@";
  src = pkgs.fetchurl {
    url = "@URL@";
    sha256 = "@SHA256@";
  };
  nativeBuildInputs = [ pkgs.cmake ];
  buildInputs = [ pkgs.simde ];
  cmakeFlags = [ "-DBUILD_SHARED_LIBS=ON" "-DSTREW_TESTS=OFF" "-DSTREW_EXAMPLES=OFF" ];
  meta = {
    description = "Scatter kernels for CPUs";
    homepage = "@HOME@";
    license = pkgs.lib.licenses.mit;
  };
}

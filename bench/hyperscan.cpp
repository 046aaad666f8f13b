// Looks for any of the literals of a file in a log with Hyperscan or Vectorscan and prints how many places it hits:
//   g++ -O3 hyperscan.cpp -lhs -o hyperscan && ./hyperscan literals big.log
#include <hs/hs.h>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

namespace {

/** Hyperscan takes 32-bit lengths. */
constexpr size_t kPiece = size_t{1} << 30;

int count(unsigned, unsigned long long, unsigned long long, unsigned, void* hits) {
  ++*static_cast<unsigned long long*>(hits);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  std::vector<std::string> literals;
  std::ifstream in(argv[1]);
  for (std::string line; std::getline(in, line);) {
    if (!line.empty()) literals.push_back(line);
  }
  std::vector<const char*> texts;
  std::vector<size_t> lengths;
  std::vector<unsigned> flags(literals.size(), 0), ids(literals.size());
  for (size_t i = 0; i < literals.size(); i++) {
    texts.push_back(literals[i].data());
    lengths.push_back(literals[i].size());
    ids[i] = static_cast<unsigned>(i);
  }
  hs_database_t* database = nullptr;
  hs_compile_error_t* error = nullptr;
  if (hs_compile_lit_multi(texts.data(), flags.data(), ids.data(), lengths.data(), static_cast<unsigned>(texts.size()),
                           HS_MODE_BLOCK, nullptr, &database, &error) != HS_SUCCESS) {
    std::fprintf(stderr, "%s\n", error->message);
    return 1;
  }
  hs_scratch_t* scratch = nullptr;
  if (hs_alloc_scratch(database, &scratch) != HS_SUCCESS) return 1;
  const int file = open(argv[2], O_RDONLY);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0) return 1;
  const size_t size = static_cast<size_t>(status.st_size);
  unsigned long long hits = 0;
  if (size > 0) {
    void* mapped = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (mapped == MAP_FAILED) return 1;
    for (size_t at = 0; at < size; at += kPiece) {
      const size_t length = size - at < kPiece ? size - at : kPiece;
      hs_scan(database, static_cast<const char*>(mapped) + at, static_cast<unsigned>(length), 0, scratch, count, &hits);
    }
  }
  std::printf("%llu\n", hits);
}

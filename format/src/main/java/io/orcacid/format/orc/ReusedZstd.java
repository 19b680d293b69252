package io.orcacid.format.orc;

import com.github.luben.zstd.ZstdDecompressCtx;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.apache.orc.impl.ZstdCodec;

/**
 * ORC's ZSTD, decompressing with one native context instead of one for each chunk: making one costs
 * about as much as decompressing a row group's chunk with it. Codecs are lent, and kept for who
 * comes next. Each is used by one thread at a time; lending is thread-safe.
 */
final class ReusedZstd extends ZstdCodec {
  /** As many as ORC keeps of a kind. */
  private static final int MOST_KEPT = 32;

  private static final ArrayDeque<ReusedZstd> KEPT = new ArrayDeque<>();

  private final ZstdDecompressCtx context = new ZstdDecompressCtx();

  private ReusedZstd() {}

  static ReusedZstd lend() {
    synchronized (KEPT) {
      ReusedZstd kept = KEPT.poll();
      if (kept != null) {
        return kept;
      }
    }
    return new ReusedZstd();
  }

  void giveBack() {
    synchronized (KEPT) {
      if (KEPT.size() < MOST_KEPT) {
        KEPT.push(this);
        return;
      }
    }
    destroy();
  }

  @Override
  public void decompress(ByteBuffer in, ByteBuffer out) throws IOException {
    if (!in.hasArray() || !out.hasArray()) {
      super.decompress(in, out);
      return;
    }
    int length =
        context.decompressByteArray(
            out.array(),
            out.arrayOffset() + out.position(),
            out.remaining(),
            in.array(),
            in.arrayOffset() + in.position(),
            in.remaining());
    in.position(in.limit());
    out.position(out.position() + length);
    out.flip();
  }

  @Override
  public void destroy() {
    super.destroy();
    context.close();
  }

  /** Not into ORC's pool, which others of the process draw from. */
  @Override
  public void close() {
    giveBack();
  }
}

package io.orcacid.daemon.http;

import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.imageio.ImageIO;

/** Pictures of few colours, which take a third of the bytes. */
final class Palette {
  private static final int COLOURS = 256;
  private static final int OPAQUE = 0xFF000000;
  private static final int COMMONEST = 32;
  private static final int COARSE = 0xFFF0F0F0;

  private Palette() {}

  /** A picture of the colours that it has most of. */
  static byte[] reduce(byte[] png) throws IOException {
    BufferedImage picture = ImageIO.read(new ByteArrayInputStream(png));
    int width = picture.getWidth();
    int[] pixels = picture.getRGB(0, 0, width, picture.getHeight(), null, 0, width);
    List<Integer> palette = palette(pixels);
    Map<Integer, Integer> nearest = new HashMap<>();
    BufferedImage reduced =
        new BufferedImage(
            width, picture.getHeight(), BufferedImage.TYPE_BYTE_INDEXED, colours(palette));
    for (int i = 0; i < pixels.length; i++) {
      int index = nearest.computeIfAbsent(pixels[i] | OPAQUE, pixel -> nearest(pixel, palette));
      reduced.getRaster().setSample(i % width, i / width, 0, index);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ImageIO.write(reduced, "png", bytes);
    return bytes.toByteArray();
  }

  /** The commonest as they are; of others that hardly differ one, so that rare ones have room. */
  private static List<Integer> palette(int[] pixels) {
    Map<Integer, Integer> counts = new HashMap<>();
    for (int pixel : pixels) {
      counts.merge(pixel | OPAQUE, 1, Integer::sum);
    }
    Map<Integer, Integer> groups = new HashMap<>();
    counts.forEach((pixel, count) -> groups.merge(pixel & COARSE, count, Integer::sum));
    Map<Integer, Integer> best = new HashMap<>();
    counts.keySet().stream()
        .sorted(Comparator.comparingInt(counts::get))
        .forEach(pixel -> best.put(pixel & COARSE, pixel));
    return Stream.concat(most(counts).limit(COMMONEST), most(groups).map(group -> best.get(group)))
        .distinct()
        .limit(COLOURS)
        .toList();
  }

  private static Stream<Integer> most(Map<Integer, Integer> counts) {
    return counts.entrySet().stream()
        .sorted(Comparator.comparingInt(entry -> -entry.getValue()))
        .map(Map.Entry::getKey);
  }

  private static IndexColorModel colours(List<Integer> palette) {
    int[] map = new int[COLOURS];
    for (int i = 0; i < palette.size(); i++) {
      map[i] = palette.get(i);
    }
    return new IndexColorModel(8, COLOURS, map, 0, false, -1, java.awt.image.DataBuffer.TYPE_BYTE);
  }

  private static int nearest(int pixel, List<Integer> palette) {
    int best = 0;
    int least = Integer.MAX_VALUE;
    for (int i = 0; i < palette.size(); i++) {
      int distance = 0;
      for (int shift = 0; shift < 24; shift += 8) {
        int difference = (pixel >> shift & 0xFF) - (palette.get(i) >> shift & 0xFF);
        distance += difference * difference;
      }
      if (distance < least) {
        least = distance;
        best = i;
      }
    }
    return best;
  }
}

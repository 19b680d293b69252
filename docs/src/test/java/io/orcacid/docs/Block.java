package io.orcacid.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A fenced block of a document.
 *
 * @param document where it stands
 * @param line line of its fence, from 1
 * @param language word behind the fence
 * @param lines its content
 */
record Block(Path document, int line, String language, List<String> lines) {
  private static final String FENCE = "```";

  static List<Block> of(Path document) throws IOException {
    List<Block> blocks = new ArrayList<>();
    List<String> text = Files.readAllLines(document);
    for (int i = 0; i < text.size(); i++) {
      if (text.get(i).startsWith(FENCE)) {
        int end = i + 1;
        while (!text.get(end).equals(FENCE)) {
          end++;
        }
        String language = text.get(i).substring(FENCE.length());
        blocks.add(new Block(document, i + 1, language, List.copyOf(text.subList(i + 1, end))));
        i = end;
      }
    }
    return blocks;
  }

  static List<Block> ofAll(String language) throws IOException {
    List<Block> blocks = new ArrayList<>();
    for (Path document : Repository.documents()) {
      of(document).stream().filter(block -> block.language.equals(language)).forEach(blocks::add);
    }
    return blocks;
  }

  /** A block of this language right behind this one, but for a blank line. */
  Optional<Block> follower(String wanted) throws IOException {
    int next = line + lines.size() + 3;
    return of(document).stream()
        .filter(block -> block.language.equals(wanted) && block.line == next)
        .findFirst();
  }

  /** The name under which a failing test shows it. */
  @Override
  public String toString() {
    return document.getFileName() + ":" + line;
  }
}

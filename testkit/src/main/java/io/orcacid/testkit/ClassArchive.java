package io.orcacid.testkit;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Classes that many processes load, read once: they start in half the time. The class path is this
 * one's, its directories put into jars, as the virtual machine archives only these. Immutable; the
 * files live as long as their directory.
 *
 * @param classPath class path of jars alone
 * @param archive file of the classes; a virtual machine that cannot use it starts without it
 */
public record ClassArchive(String classPath, Path archive) {
  /**
   * Makes one from a run of a program, which loads the classes.
   *
   * @param directory an empty directory
   */
  public static ClassArchive of(Path directory, Class<?> main, String... arguments)
      throws IOException {
    List<String> jars = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path path = Path.of(entry);
      if (Files.isDirectory(path)) {
        jars.add(jar(path, directory.resolve(jars.size() + ".jar")).toString());
      } else if (Files.exists(path)) {
        jars.add(entry);
      }
    }
    ClassArchive archive =
        new ClassArchive(String.join(File.pathSeparator, jars), directory.resolve("classes.jsa"));
    archive.write(main, arguments);
    return archive;
  }

  private static Path jar(Path classes, Path jar) throws IOException {
    try (OutputStream file = Files.newOutputStream(jar);
        ZipOutputStream out = new ZipOutputStream(file);
        var paths = Files.walk(classes)) {
      out.setLevel(0);
      for (Path path : (Iterable<Path>) paths.filter(Files::isRegularFile)::iterator) {
        String name = classes.relativize(path).toString().replace(File.separatorChar, '/');
        out.putNextEntry(new ZipEntry(name));
        Files.copy(path, out);
        out.closeEntry();
      }
    }
    return jar;
  }

  private void write(Class<?> main, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                ChildProcess.java(),
                "-XX:+UseSerialGC",
                "-XX:ArchiveClassesAtExit=" + archive,
                "-cp",
                classPath,
                main.getName()));
    command.addAll(List.of(arguments));
    try {
      int exit =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor();
      if (exit != 0) {
        throw new IOException("The program whose classes are archived ended with " + exit);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while classes were archived", e);
    }
  }
}

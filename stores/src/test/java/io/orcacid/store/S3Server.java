package io.orcacid.store;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server that speaks S3, in a virtual machine of its own with its own class path. It looks at the
 * condition of a put only when no other put overlaps it, so races are not for it. Thread-safe.
 */
final class S3Server implements AutoCloseable {
  static final String BUCKET = "tables";

  private static final Path CLASS_PATH = Path.of("..", "interop/s3mock/target/s3mock.classpath");
  private static final Pattern STARTED =
      Pattern.compile("Tomcat started on ports \\d+ \\(https\\), (\\d+) \\(http\\)");

  private final Process process;
  private final int port;

  private S3Server(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  static S3Server start(Path directory) throws IOException {
    if (!Files.isRegularFile(CLASS_PATH)) {
      throw new IOException(
          "Build the server's class path first: mvn -pl interop/s3mock generate-resources");
    }
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx256m",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-Djava.io.tmpdir=" + directory,
                    "-Dhttp.port=0",
                    "-Dserver.port=0",
                    "-Dcom.adobe.testing.s3mock.store.initialBuckets=" + BUCKET,
                    "-cp",
                    Files.readString(CLASS_PATH),
                    "com.adobe.testing.s3mock.S3MockApplication"))
            .redirectErrorStream(true)
            .start();
    BufferedReader output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    StringBuilder heard = new StringBuilder();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      heard.append(line).append('\n');
      Matcher started = STARTED.matcher(line);
      if (started.find()) {
        drain(output);
        return new S3Server(process, Integer.parseInt(started.group(1)));
      }
    }
    throw new IOException("The server did not start: " + heard);
  }

  /** Its further words would block it otherwise. */
  private static void drain(BufferedReader output) {
    Thread reader =
        new Thread(
            () -> {
              try {
                while (output.readLine() != null) {
                  Thread.onSpinWait();
                }
              } catch (IOException ended) {
                Thread.currentThread().interrupt();
              }
            },
            "s3-server-output");
    reader.setDaemon(true);
    reader.start();
  }

  String endpoint() {
    return "http://127.0.0.1:" + port;
  }

  @Override
  public void close() {
    process.destroy();
  }
}

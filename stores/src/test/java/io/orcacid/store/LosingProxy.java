package io.orcacid.store;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * Stands between clients and a server and, when told so, lets a request through and ends the
 * connection instead of handing the answer on.
 */
public final class LosingProxy implements Closeable {
  private final ServerSocket socket;
  private final int server;
  private volatile boolean losing;

  /**
   * Begins to listen.
   *
   * @param server port of the server on this machine
   */
  public LosingProxy(int server) throws IOException {
    this.server = server;
    this.socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    daemon(this::accept);
  }

  /** Port that clients connect to. */
  public int port() {
    return socket.getLocalPort();
  }

  /** From now on no answer comes back. */
  public void loseAnswers() {
    losing = true;
  }

  /** From now on connections work again. */
  public void handAnswersOn() {
    losing = false;
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        Socket connection = new Socket(InetAddress.getLoopbackAddress(), server);
        daemon(() -> pump(client, connection, Direction.REQUESTS));
        daemon(() -> pump(connection, client, Direction.ANSWERS));
      } catch (IOException e) {
        if (!socket.isClosed()) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private enum Direction {
    REQUESTS,
    ANSWERS
  }

  private void pump(Socket from, Socket to, Direction direction) {
    byte[] buffer = new byte[1 << 16];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
        if (direction == Direction.ANSWERS && losing) {
          return;
        }
        out.write(buffer, 0, length);
        out.flush();
      }
    } catch (IOException ended) {
      // The other direction closed both.
      return;
    }
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "losing-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}

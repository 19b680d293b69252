package io.orcacid.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.time.LocalDate;
import java.util.List;
import java.util.TimeZone;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.common.ValidWriteIdList;
import org.apache.orc.OrcFile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules of {@link StructureTest} find what they are there for. */
class RulesTest {
  record Violation(ArchRule rule, Class<?> type) {
    @Override
    public String toString() {
      return type.getSimpleName();
    }
  }

  static List<Violation> violations() {
    return List.of(
        new Violation(
            StructureTest.nothing_depends_on_the_locale_or_charset_of_the_machine, Lowers.class),
        new Violation(
            StructureTest.nothing_depends_on_the_locale_or_charset_of_the_machine, Formats.class),
        new Violation(
            StructureTest.nothing_depends_on_the_locale_or_charset_of_the_machine, Decodes.class),
        new Violation(
            StructureTest.nothing_depends_on_the_locale_or_charset_of_the_machine, Reads.class),
        new Violation(
            StructureTest.nothing_depends_on_the_time_zone_of_the_machine, AsksForZone.class),
        new Violation(StructureTest.no_clock_is_read_but_a_given_one, ReadsClock.class),
        new Violation(StructureTest.no_clock_is_read_but_a_given_one, ReadsDate.class),
        new Violation(
            StructureTest.configuration_of_hadoop_is_touched_behind_one_door, Configures.class),
        new Violation(StructureTest.lists_of_valid_ids_are_our_own, TakesHivesList.class),
        new Violation(
            StructureTest.orc_files_are_opened_and_created_behind_one_door, OpensOrc.class),
        new Violation(StructureTest.guava_is_in_no_public_signature, ShowsGuava.class),
        new Violation(StructureTest.the_command_speaks_through_its_terminal, Prints.class));
  }

  @ParameterizedTest
  @MethodSource("violations")
  void a_violation_is_found(Violation violation) {
    var classes = new ClassFileImporter().importClasses(violation.type());
    assertThat(violation.rule().evaluate(classes).hasViolation()).isTrue();
  }

  static final class Lowers {
    String act(String text) {
      return text.toLowerCase();
    }
  }

  static final class Formats {
    String act(int number) {
      return String.format("%d", number);
    }
  }

  static final class Decodes {
    String act(byte[] bytes) {
      return new String(bytes);
    }
  }

  static final class Reads {
    Object act(byte[] bytes) {
      return new InputStreamReader(new ByteArrayInputStream(bytes));
    }
  }

  static final class AsksForZone {
    TimeZone act() {
      return TimeZone.getDefault();
    }
  }

  static final class ReadsClock {
    long act() {
      return System.currentTimeMillis();
    }
  }

  static final class ReadsDate {
    LocalDate act() {
      return LocalDate.now();
    }
  }

  static final class Configures {
    Object act() {
      return new Configuration(false);
    }
  }

  static final class TakesHivesList {
    boolean act(ValidWriteIdList list) {
      return list.isWriteIdValid(1);
    }
  }

  static final class OpensOrc {
    Object act() {
      return OrcFile.readerOptions(null);
    }
  }

  static final class Prints {
    void act() {
      System.out.println();
    }
  }

  public static final class ShowsGuava {
    public ImmutableList<String> act() {
      return ImmutableList.of();
    }
  }
}

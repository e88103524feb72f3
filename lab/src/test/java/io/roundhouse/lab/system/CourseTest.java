package io.roundhouse.lab.system;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A look at the clock at the end of each part, and nothing said about what was not seen. */
class CourseTest {

    @ParameterizedTest
    @ValueSource(longs = {20, 21, 39, 1_000})
    void everyPartIsSeenOnce(long steps) {
        Course course = new Course();
        course.expect(steps);
        for (long done = 1; done <= steps; done++) {
            course.done(done);
        }

        assertThat(course.nanos()).hasSize(Course.PARTS - 1).allMatch(nanos -> nanos >= 0);
    }

    @Test
    void aSampleOfFewStepsHasNoCourse() {
        Course course = new Course();
        course.expect(Course.PARTS - 1);
        for (long done = 1; done < Course.PARTS; done++) {
            course.done(done);
        }

        assertThat(course.nanos()).isEmpty();
    }

    @Test
    void whatEndsEarlyHasNoCourse() {
        Course course = new Course();
        course.expect(100);
        for (long done = 1; done < 100; done++) {
            course.done(done);
        }

        assertThat(course.nanos()).isEmpty();
    }
}

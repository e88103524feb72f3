package io.roundhouse.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.child.Line;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a child may say in place of an answer. */
@Timeout(60)
class AnswerTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "sample | {} | values in its answer: none",
                "sample | {'values':7} | values in its answer: none by name",
                "sample | {'values':{'goods':'5'}} | goods in its answer: 5 is no number",
                "sample | {'values':{},'items':'many'} | items in its answer: many is no number",
                "sample | {'values':{},'course':1} | course in its answer: no list",
                "sample | {'values':{},'histograms':[]} | histograms in its answer: none by name",
                "sample | {'values':{},'histograms':{'delay':1}} | delay in its answer: no histogram",
                "sample | {'values':{},'histograms':{'delay':'%'}} | delay in its answer: no histogram",
                "sample | {'values':{},'histograms':{'delay':''}} | delay in its answer: no histogram",
                "sample | {'values':{},'histograms':{'delay':'HISTFAAAAAA='}} | delay in its answer: no histogram",
                "describe | {'variants':1} | variants in its answer: none by choices",
                "describe | {'variants':[{},'a']} | variants in its answer: none by choices",
            })
    void whatIsMissingOrSomethingElseIsSaid(String request, String answer, String fault) {
        assertThat(Answer.fault(request, Line.parse("\u001e" + answer.replace('\'', '"')).get()))
                .contains(fault);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "sample | {'values':{'goods':5.0},'items':3,'histograms':{}}",
                "warm | {'seconds':[0.1],'rates':[5]}",
                "open | {'config':''}",
                "describe | {'variants':[]}",
                "describe | {'variants':[{},{'wait':'park'}]}",
            })
    void whatIsAsItShouldBeIsTaken(String request, String answer) {
        assertThat(Answer.fault(request, Line.parse("\u001e" + answer.replace('\'', '"')).get()))
                .isEmpty();
    }
}

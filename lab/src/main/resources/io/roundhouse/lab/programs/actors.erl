%% The experiments with processes.
%%
%% Reads one order a line from standard input, carries it out, times what is to be timed, and answers with one line of
%% JSON behind a record separator. Ends with its input.
-module(actors).
-export([main/0]).

main() ->
    answer("\"version\":\"~s\",\"workers\":~b",
           [erlang:system_info(otp_release), erlang:system_info(schedulers_online)]),
    serve(none).

%% State is what the last order left behind: a ring, or two players.
serve(State) ->
    case io:get_line("") of
        eof -> halt(0);
        Line -> serve(carry_out(string:lexemes(Line, " \n"), State))
    end.

carry_out(["construct" | Numbers], _) ->
    [Nodes, Rounds, Tokens, Work] = [list_to_integer(N) || N <- Numbers],
    Began = now_nanos(),
    Ring = construct(Nodes, Rounds, Tokens, Work),
    answer("\"nanos\":~b", [now_nanos() - Began]),
    {ring, Nodes, Ring};
carry_out(["run"], {ring, _, First} = State) ->
    Began = now_nanos(),
    First ! start,
    receive stopped -> ok end,
    answer("\"nanos\":~b", [now_nanos() - Began]),
    State;
carry_out(["outcome"], {ring, Nodes, _}) ->
    receive cancelled -> ok end,
    {Messages, Sum, Hits} = outcome(Nodes, 0, 0, 0),
    answer("\"messages\":~b,\"sum\":~b,\"hits\":~b", [Messages, Sum, Hits]),
    none;
carry_out(["chain", Nodes, Protocol, Stop], State) ->
    chain(list_to_integer(Nodes), list_to_atom(Protocol), list_to_atom(Stop)),
    State;
carry_out(["players"], _) ->
    Driver = self(),
    One = spawn(fun() -> player(Driver) end),
    Two = spawn(fun() -> player(Driver) end),
    One ! {meet, Two},
    Two ! {meet, One},
    answer("\"players\":2", []),
    {players, One, Two};
carry_out(["game", Messages], {players, One, Two} = State) ->
    play(list_to_integer(Messages), One, Two),
    State.

answer(Format, Values) ->
    io:format("\x{1e}{" ++ Format ++ "}~n", Values).

now_nanos() ->
    erlang:monotonic_time(nanosecond).

%% ---- the ring -------------------------------------------------------------------------------------------------------

construct(Nodes, Rounds, Tokens, Work) ->
    Driver = self(),
    Timer = spawn(fun() -> timer(Driver) end),
    Node = fun(Id, Next) ->
                   spawn(fun() -> node(Id, Next, {Timer, Driver, Rounds, Tokens, Work}, seed(Id, Work), 0, 0, 0, 0) end)
           end,
    First = spawn(fun() ->
                          receive
                              {next, Next} ->
                                  node(0, Next, {Timer, Driver, Rounds, Tokens, Work}, seed(0, Work), 0, 0, 0, 0)
                          end
                  end),
    First ! {next, lists:foldl(Node, First, lists:seq(Nodes - 1, 1, -1))},
    First.

timer(Driver) ->
    receive
        start -> timer(Driver);
        stop -> Driver ! stopped, timer(Driver);
        cancel -> Driver ! cancelled
    end.

node(Id, Next, Fixed, Random, Arrived, Messages, Sum, Hits) ->
    receive
        {token, Other, Value} = Token when Other =/= Id ->
            {More, Random1} = work(Fixed, Random),
            Next ! Token,
            node(Id, Next, Fixed, Random1, Arrived, Messages + 1, Sum + Value, Hits + More);
        {token, Id, Value} ->
            {More, Random1} = work(Fixed, Random),
            Now = home(Id, Next, Fixed, Value + 1, Arrived),
            node(Id, Next, Fixed, Random1, Now, Messages + 1, Sum + Value, Hits + More);
        start ->
            {Timer, _, _, Tokens, _} = Fixed,
            Timer ! start,
            [Next ! {token, Id, 0} || _ <- lists:seq(1, Tokens)],
            node(Id, Next, Fixed, Random, Arrived, Messages, Sum, Hits);
        stop ->
            case Arrived of
                0 -> Next ! stop;
                _ -> over
            end,
            {_, Driver, _, _, _} = Fixed,
            Driver ! {ended, Messages, Sum, Hits}
    end.

%% A token is at its own node; says how many have arrived for good.
home(Id, Next, {_, _, Rounds, _, _}, Value, Arrived) when Value < Rounds ->
    Next ! {token, Id, Value},
    Arrived;
home(_, Next, {Timer, _, _, Tokens, _}, _, Arrived) when Arrived + 1 =:= Tokens ->
    Timer ! stop,
    Timer ! cancel,
    Next ! stop,
    Tokens;
home(_, _, _, _, Arrived) ->
    Arrived + 1.

outcome(0, Messages, Sum, Hits) ->
    {Messages, Sum, Hits};
outcome(Nodes, Messages, Sum, Hits) ->
    receive
        {ended, M, S, H} -> outcome(Nodes - 1, Messages + M, Sum + S, Hits + H)
    end.

%% ---- Monte Carlo: a generator a process, the fastest that the library has ------------------------------------------

%% Who is to do no work makes no generator, as in the other systems.
seed(_, 0) -> none;
seed(Id, _) -> seed(Id).

work({_, _, _, _, 0}, Random) -> {0, Random};
work({_, _, _, _, Points}, Random) -> monte_carlo(Points, Random, 0).

monte_carlo(0, Random, Hits) ->
    {Hits, Random};
monte_carlo(Points, Random, Hits) ->
    {X, Random1} = uniform(Random),
    {Y, Random2} = uniform(Random1),
    case X * X + Y * Y =< 1.0 of
        true -> monte_carlo(Points - 1, Random2, Hits + 1);
        false -> monte_carlo(Points - 1, Random2, Hits)
    end.

-if(?OTP_RELEASE >= 25).
seed(Id) ->
    rand:mwc59_seed(Id + erlang:unique_integer([positive])).

uniform(Random) ->
    Next = rand:mwc59(Random),
    {rand:mwc59_float(Next), Next}.
-else.
seed(Id) ->
    rand:seed_s(exsp, Id + erlang:unique_integer([positive])).

uniform(Random) ->
    rand:uniform_s(Random).
-endif.

%% ---- the chain ------------------------------------------------------------------------------------------------------

chain(Nodes, Protocol, Stop) ->
    Driver = self(),
    Before = erlang:system_info(process_count),
    Source = spawn(fun() -> source(Nodes, Protocol, Stop, Driver, 0, 0) end),
    Began = now_nanos(),
    Source ! start,
    {Pings, Oks} = receive {done, P, O} -> {P, O} end,
    Taken = now_nanos() - Began,
    await_processes(Before),
    answer("\"nanos\":~b,\"pings\":~b,\"oks\":~b,\"ended\":~b",
           [Taken, Pings, Oks, Nodes + Before - erlang:system_info(process_count)]).

%% Not timed: the chain is there.
await_processes(Before) ->
    case erlang:system_info(process_count) > Before of
        true -> timer:sleep(1), await_processes(Before);
        false -> ok
    end.

source(Nodes, pings, _, Driver, Nodes, 1) ->
    Driver ! {done, Nodes, 1};
source(_, acks, _, Driver, Pings, 1) ->
    Driver ! {done, Pings, 1};
source(Nodes, Protocol, Stop, Driver, Pings, Oks) ->
    receive
        start ->
            make(Nodes, Protocol, Stop, self()),
            source(Nodes, Protocol, Stop, Driver, Pings, Oks);
        ping ->
            source(Nodes, Protocol, Stop, Driver, Pings + 1, Oks);
        ok ->
            source(Nodes, Protocol, Stop, Driver, Pings, Oks + 1)
    end.

make(Number, pings, Stop, Source) ->
    Node = spawn(fun() -> pinging(Number, Stop, Source) end),
    Node ! start,
    Node ! ok;
make(Number, acks, Stop, Source) ->
    Node = spawn(fun() -> proceed(Number, acks, Stop, Source), acking(Stop) end),
    Node ! ok.

pinging(Number, Stop, Source) ->
    receive
        start ->
            Source ! ping,
            proceed(Number, pings, Stop, Source),
            pinging(Number, Stop, Source);
        ok ->
            stop(Stop)
    end.

acking(Stop) ->
    receive
        ok -> stop(Stop)
    end.

proceed(1, _, _, Source) -> Source ! ok;
proceed(Number, Protocol, Stop, Source) -> make(Number - 1, Protocol, Stop, Source).

stop(direct) -> ok;
stop(message) -> self() ! stop, receive stop -> ok end.

%% ---- ping-pong ------------------------------------------------------------------------------------------------------

player(Driver) ->
    receive
        {meet, Other} -> player(Driver, Other, 0, 0)
    end.

player(Driver, Other, Count, Sum) ->
    receive
        0 ->
            Driver ! over,
            player(Driver, Other, Count + 1, Sum);
        tally ->
            Driver ! {tally, Count, Sum},
            player(Driver, Other, 0, 0);
        Left ->
            Other ! Left - 1,
            player(Driver, Other, Count + 1, Sum + Left)
    end.

play(Messages, One, Two) ->
    Began = now_nanos(),
    One ! Messages - 1,
    receive over -> ok end,
    Taken = now_nanos() - Began,
    {Count1, Sum1} = tally(One),
    {Count2, Sum2} = tally(Two),
    answer("\"nanos\":~b,\"count\":~b,\"sum\":~b", [Taken, Count1 + Count2, Sum1 + Sum2]).

tally(Player) ->
    Player ! tally,
    receive {tally, Count, Sum} -> {Count, Sum} end.

// The experiments with goroutines and channels: an actor is a goroutine and the channel it receives from.
//
// Reads one order a line from standard input, carries it out, times what is to be timed, and answers with one line of
// JSON behind a record separator. Ends with its input. A channel that is somebody's mailbox has room for as many
// messages as the first argument says.
package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

var room int

func main() {
	room = number(os.Args[1])
	answer("\"version\":%q,\"workers\":%d", strings.TrimPrefix(runtime.Version(), "go"), runtime.GOMAXPROCS(0))
	var current *ring
	var game *table
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		order := strings.Fields(lines.Text())
		switch order[0] {
		case "construct":
			began := time.Now()
			current = construct(number(order[1]), int64(number(order[2])), number(order[3]), number(order[4]))
			answer("\"nanos\":%d", time.Since(began).Nanoseconds())
		case "run":
			answer("\"nanos\":%d", current.run().Nanoseconds())
		case "outcome":
			seen := current.outcome()
			answer("\"messages\":%d,\"sum\":%d,\"hits\":%d", seen.messages, seen.sum, seen.hits)
		case "chain":
			chain(number(order[1]), order[2] == "pings")
		case "players":
			game = players()
			answer("\"players\":2")
		case "game":
			game.play(int64(number(order[1])))
		default:
			panic("no such order: " + lines.Text())
		}
	}
}

func answer(format string, values ...any) {
	fmt.Printf("\x1e{"+format+"}\n", values...)
}

func number(word string) int {
	value, err := strconv.Atoi(word)
	if err != nil {
		panic(err)
	}
	return value
}

// ---- the ring -------------------------------------------------------------------------------------------------------

type kind int32

const (
	start kind = iota
	token
	stop
	cancel
)

type message struct {
	kind  kind
	id    int32
	value int64
}

// What a node has seen when it ends.
type outcome struct {
	messages, sum, hits int64
}

type ring struct {
	inboxes   []chan message
	stopped   chan bool
	cancelled chan bool
	ended     chan outcome
}

type node struct {
	id     int32
	rounds int64
	tokens int
	work   int
	random splitMix
	inbox  <-chan message
	next   chan<- message
	timer  chan<- message
	ended  chan<- outcome
}

func construct(nodes int, rounds int64, tokens, work int) *ring {
	r := &ring{
		inboxes: make([]chan message, nodes), ended: make(chan outcome, nodes),
		stopped: make(chan bool, 1), cancelled: make(chan bool, 1),
	}
	clock := make(chan message, room)
	go timer(clock, r.stopped, r.cancelled)
	for i := range r.inboxes {
		r.inboxes[i] = make(chan message, room)
	}
	for i := range r.inboxes {
		n := &node{
			id: int32(i), rounds: rounds, tokens: tokens, work: work, random: newSplitMix(i),
			inbox: r.inboxes[i], next: r.inboxes[(i+1)%nodes], timer: clock, ended: r.ended,
		}
		go n.run()
	}
	return r
}

func timer(inbox <-chan message, stopped, cancelled chan<- bool) {
	for m := range inbox {
		switch m.kind {
		case stop:
			stopped <- true
		case cancel:
			cancelled <- true
			return
		}
	}
}

func (n *node) run() {
	var seen outcome
	arrived := 0
	for m := range n.inbox {
		switch m.kind {
		case token:
			seen.messages++
			seen.sum += m.value
			if n.work > 0 {
				seen.hits += n.random.monteCarlo(n.work)
			}
			if m.id != n.id {
				n.next <- m
			} else if m.value+1 < n.rounds {
				n.next <- message{token, n.id, m.value + 1}
			} else if arrived++; arrived == n.tokens {
				n.timer <- message{kind: stop}
				n.timer <- message{kind: cancel}
				n.next <- message{kind: stop}
			}
		case start:
			n.timer <- message{kind: start}
			for i := 0; i < n.tokens; i++ {
				n.next <- message{token, n.id, 0}
			}
		case stop:
			if arrived == 0 {
				n.next <- m
			}
			n.ended <- seen
			return
		}
	}
}

func (r *ring) run() time.Duration {
	began := time.Now()
	r.inboxes[0] <- message{kind: start}
	<-r.stopped
	return time.Since(began)
}

func (r *ring) outcome() outcome {
	<-r.cancelled
	var all outcome
	for range r.inboxes {
		seen := <-r.ended
		all.messages += seen.messages
		all.sum += seen.sum
		all.hits += seen.hits
	}
	return all
}

// The generator that java.util.concurrent.ThreadLocalRandom is made of; here every node has one.
type splitMix uint64

func newSplitMix(seed int) splitMix {
	return splitMix(uint64(seed)*0xbf58476d1ce4e5b9 + 1)
}

func (s *splitMix) float() float64 {
	*s += 0x9e3779b97f4a7c15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return float64((z^z>>31)>>11) * 0x1p-53
}

func (s *splitMix) monteCarlo(points int) int64 {
	var hits int64
	for i := 0; i < points; i++ {
		x, y := s.float(), s.float()
		if x*x+y*y <= 1 {
			hits++
		}
	}
	return hits
}

// ---- the chain ------------------------------------------------------------------------------------------------------

type signal int8

const (
	begin signal = iota
	ping
	ok
)

func chain(nodes int, pings bool) {
	before := runtime.NumGoroutine()
	source := make(chan signal, room)
	done := make(chan [2]int64)
	go sourceOf(nodes, pings, source, done)
	began := time.Now()
	source <- begin
	counts := <-done
	taken := time.Since(began)
	for runtime.NumGoroutine() > before {
		time.Sleep(100 * time.Microsecond) // not timed: the chain is there
	}
	answer("\"nanos\":%d,\"pings\":%d,\"oks\":%d,\"ended\":%d",
		taken.Nanoseconds(), counts[0], counts[1], nodes+before-runtime.NumGoroutine())
}

func sourceOf(nodes int, pings bool, inbox chan signal, done chan<- [2]int64) {
	var seen [2]int64
	expected := int64(0)
	if pings {
		expected = int64(nodes)
	}
	for m := range inbox {
		switch m {
		case begin:
			makeNode(nodes, pings, inbox)
		case ping:
			seen[0]++
		case ok:
			seen[1]++
		}
		if seen[1] >= 1 && seen[0] >= expected {
			done <- seen
			return
		}
	}
}

func makeNode(number int, pings bool, source chan<- signal) {
	inbox := make(chan signal, room)
	if pings {
		go pingingNode(number, inbox, source)
		inbox <- begin
	} else {
		go ackingNode(number, inbox, source)
	}
	inbox <- ok
}

func pingingNode(number int, inbox <-chan signal, source chan<- signal) {
	for m := range inbox {
		if m == ok {
			return
		}
		source <- ping
		proceed(number, true, source)
	}
}

func ackingNode(number int, inbox <-chan signal, source chan<- signal) {
	proceed(number, false, source)
	<-inbox
}

func proceed(number int, pings bool, source chan<- signal) {
	if number == 1 {
		source <- ok
	} else {
		makeNode(number-1, pings, source)
	}
}

// ---- ping-pong ------------------------------------------------------------------------------------------------------

type tally struct {
	count, sum int64
}

type table struct {
	first chan<- int64
	over  <-chan bool
	seen  [2]*tally
}

func players() *table {
	over := make(chan bool, 1)
	one, two := make(chan int64, room), make(chan int64, room)
	t := &table{first: one, over: over, seen: [2]*tally{{}, {}}}
	go player(one, two, over, t.seen[0])
	go player(two, one, over, t.seen[1])
	return t
}

func player(inbox <-chan int64, other chan<- int64, over chan<- bool, seen *tally) {
	for left := range inbox {
		seen.count++
		seen.sum += left
		if left > 0 {
			other <- left - 1
		} else {
			over <- true
		}
	}
}

func (t *table) play(messages int64) {
	for _, one := range t.seen {
		*one = tally{}
	}
	began := time.Now()
	t.first <- messages - 1
	<-t.over
	taken := time.Since(began)
	answer("\"nanos\":%d,\"count\":%d,\"sum\":%d",
		taken.Nanoseconds(), t.seen[0].count+t.seen[1].count, t.seen[0].sum+t.seen[1].sum)
}

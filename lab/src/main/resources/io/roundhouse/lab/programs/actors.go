// The experiments with goroutines and channels: a node is a goroutine and the channel it receives from.
//
// Reads one order a line from standard input, carries it out, times itself, and prints one line of JSON a sample.
// Ends with its input. Every channel that is somebody's mailbox has room for BUFFER messages (the first argument).
package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

var buffer int

func main() {
	buffer = number(os.Args[1])
	fmt.Printf("{\"version\":%q,\"workers\":%d}\n", strings.TrimPrefix(runtime.Version(), "go"), runtime.GOMAXPROCS(0))
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		cpu, bytes := cpuNanos(), allocated()
		var result string
		switch words[0] {
		case "ring":
			result = ring(number(words[1]), number(words[2]), number(words[3]), number(words[4]))
		case "construct":
			result = construct(number(words[1]))
		case "spawn-chain":
			result = spawnChain(number(words[1]), words[2] == "full")
		case "ping-pong":
			result = pingPong(number(words[1]))
		default:
			panic("no such order: " + lines.Text())
		}
		fmt.Printf("{%s,\"cpuNanos\":%d,\"bytes\":%d}\n", result, cpuNanos()-cpu, allocated()-bytes)
	}
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
type tally struct {
	tokens int64
	hits   int64
}

type node struct {
	id     int32
	rounds int64
	tokens int
	work   int
	random splitMix
	inbox  chan message
	next   chan<- message
	timer  chan<- message
	ended  chan<- tally
}

func (n *node) run() {
	var seen tally
	home := 0
	for m := range n.inbox {
		switch m.kind {
		case start:
			n.timer <- message{kind: start}
			for i := 0; i < n.tokens; i++ {
				n.next <- message{token, n.id, 0}
			}
		case token:
			seen.tokens++
			seen.hits += n.random.monteCarlo(n.work)
			if m.id == n.id {
				m.value++
				if m.value == n.rounds {
					home++
					if home == n.tokens {
						n.timer <- message{kind: stop}
						n.timer <- message{kind: cancel}
						n.next <- message{kind: stop}
						n.ended <- seen
						return
					}
					continue
				}
			}
			n.next <- m
		case stop:
			n.next <- m
			n.ended <- seen
			return
		}
	}
}

// Reports the time between start and stop, and ends on cancel.
func timer(inbox <-chan message, elapsed chan<- time.Duration) {
	var started time.Time
	var taken time.Duration
	for m := range inbox {
		switch m.kind {
		case start:
			started = time.Now()
		case stop:
			taken = time.Since(started)
		case cancel:
			elapsed <- taken
			return
		}
	}
}

func build(nodes, rounds, tokens, work int, clock chan<- message, ended chan<- tally) []*node {
	ring := make([]*node, nodes)
	for i := range ring {
		ring[i] = &node{
			id: int32(i), rounds: int64(rounds), tokens: tokens, work: work, random: splitMix(i),
			inbox: make(chan message, buffer), timer: clock, ended: ended,
		}
	}
	for i, n := range ring {
		n.next = ring[(i+1)%nodes].inbox
		go n.run()
	}
	return ring
}

func ring(nodes, rounds, tokens, work int) string {
	clock := make(chan message, buffer)
	elapsed := make(chan time.Duration)
	ended := make(chan tally, nodes)
	go timer(clock, elapsed)
	nodesOf := build(nodes, rounds, tokens, work, clock, ended)
	nodesOf[0].inbox <- message{kind: start}
	taken := <-elapsed
	// the node that ends the ring is not there any more to take its own stop
	go func() { <-nodesOf[0].inbox }()
	var sum tally
	for range nodesOf {
		one := <-ended
		sum.tokens += one.tokens
		sum.hits += one.hits
	}
	return fmt.Sprintf("\"nanos\":%d,\"messages\":%d,\"hits\":%d", taken.Nanoseconds(), sum.tokens, sum.hits)
}

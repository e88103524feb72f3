// Goroutines that send numbers through a channel to others that receive them, or through several to one that selects.
//
// Reads one order a line from standard input, carries it out, times it, and answers with one line of JSON behind a record
// separator. Ends with its input.
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

// The values that are sent: i modulo this.
const pool = 1024

func main() {
	answer("\"version\":%q,\"workers\":%d", strings.TrimPrefix(runtime.Version(), "go"), runtime.GOMAXPROCS(0))
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		order := strings.Fields(lines.Text())
		run(number(order[1]), number(order[2]), number(order[3]), number(order[4]), int64(number(order[5])))
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

func run(count, producers, consumers, capacity int, each int64) {
	channels := make([]chan int64, count)
	for i := range channels {
		channels[i] = make(chan int64, capacity)
	}
	began := time.Now()
	for i := 0; i < count*producers; i++ {
		go send(channels[i%count], each)
	}
	all := each * int64(count*producers)
	done := make(chan int64)
	for i := 0; i < consumers; i++ {
		share := all / int64(consumers)
		if int64(i) < all%int64(consumers) {
			share++
		}
		go func() {
			switch count {
			case 1:
				done <- receive(channels[0], share)
			case 2:
				done <- selectTwo(channels, share)
			default:
				done <- selectEight(channels, share)
			}
		}()
	}
	sum := int64(0)
	for i := 0; i < consumers; i++ {
		sum += <-done
	}
	answer("\"nanos\":%d,\"count\":%d,\"sum\":%d", time.Since(began).Nanoseconds(), all, sum)
}

func send(to chan<- int64, count int64) {
	for i := int64(0); i < count; i++ {
		to <- i & (pool - 1)
	}
}

func receive(from <-chan int64, count int64) int64 {
	sum := int64(0)
	for i := int64(0); i < count; i++ {
		sum += <-from
	}
	return sum
}

func selectTwo(from []chan int64, count int64) int64 {
	a, b := from[0], from[1]
	sum := int64(0)
	for i := int64(0); i < count; i++ {
		select {
		case got := <-a:
			sum += got
		case got := <-b:
			sum += got
		}
	}
	return sum
}

func selectEight(from []chan int64, count int64) int64 {
	a, b, c, d, e, f, g, h := from[0], from[1], from[2], from[3], from[4], from[5], from[6], from[7]
	sum := int64(0)
	for i := int64(0); i < count; i++ {
		select {
		case got := <-a:
			sum += got
		case got := <-b:
			sum += got
		case got := <-c:
			sum += got
		case got := <-d:
			sum += got
		case got := <-e:
			sum += got
		case got := <-f:
			sum += got
		case got := <-g:
			sum += got
		case got := <-h:
			sum += got
		}
	}
	return sum
}

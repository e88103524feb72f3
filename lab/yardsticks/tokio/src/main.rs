//! A ring of tokio tasks, each with a channel: messages a second, in millions, a number a run.
//!
//! Arguments: nodes, tokens, hops a run, runs, worker threads. Channels are unbounded.

use std::env;
use std::time::Instant;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc::{unbounded_channel, UnboundedReceiver, UnboundedSender};

const STOP: u64 = u64::MAX;

fn main() {
    let numbers: Vec<u64> = env::args().skip(1).map(|each| each.parse().expect("a number")).collect();
    let [nodes, tokens, hops, runs, threads] = numbers[..] else {
        panic!("nodes, tokens, hops, runs, threads");
    };
    assert!(tokens > 0 && nodes >= tokens && hops >= tokens, "a node and a hop for each token");
    let runtime = Builder::new_multi_thread().worker_threads(threads as usize).build().unwrap();
    for _ in 0..runs {
        let seconds = ring(&runtime, nodes as usize, tokens as usize, hops);
        print!("{:.2} ", hops as f64 / seconds / 1e6);
    }
    println!();
}

async fn node(mut from: UnboundedReceiver<u64>, to: UnboundedSender<u64>, done: UnboundedSender<()>) {
    while let Some(left) = from.recv().await {
        match left {
            STOP => return,
            0 => done.send(()).unwrap(),
            _ => to.send(left - 1).unwrap(),
        }
    }
}

fn ring(runtime: &Runtime, nodes: usize, tokens: usize, hops: u64) -> f64 {
    let (done, mut ends) = unbounded_channel();
    let (senders, receivers): (Vec<_>, Vec<_>) = (0..nodes).map(|_| unbounded_channel()).unzip();
    for (place, receiver) in receivers.into_iter().enumerate() {
        runtime.spawn(node(receiver, senders[(place + 1) % nodes].clone(), done.clone()));
    }
    let start = Instant::now();
    for token in 0..tokens {
        senders[token * nodes / tokens].send(hops / tokens as u64 - 1).unwrap();
    }
    runtime.block_on(async {
        for _ in 0..tokens {
            ends.recv().await;
        }
    });
    let seconds = start.elapsed().as_secs_f64();
    for each in &senders {
        each.send(STOP).unwrap();
    }
    seconds
}

"""Small files in every language that has a grammar, with their lines counted out by hand in the tests."""

from __future__ import annotations

PYTHON = '''\
"""Retries."""
import os

LIMIT = 3
first, second = 1, 2
wait: int
wait = 4


# Sends again.
# Never for ever.
@dataclass
class RetryPolicy:
    # how often
    tries: int = 3
    EVER = True

    def __init__(self, url):
        self.url = url
        self.tries = 4
        count = 0

    @property
    def left(self):
        return 1

    @left.setter
    def left(self, value):
        self._left = value

    async def send(self):
        def again():
            return self.send()

        return again()

    @overload
    def ask(self, a: int) -> int: ...
    @overload
    def ask(self, a: str) -> str: ...
    def ask(self, a):
        return a

    class Inner:
        def send(self): ...


def plain(): return 1
try:
    import fast
except ImportError:
    fast = None
'''

TYPESCRIPT = """\
import { x } from "y";

/** What is sent. */
export interface Message<T> {
  body: T;
  read(): string;
}

export type Id = string | number;

export enum Level {
  Low,
  High = 2,
}

@Injectable()
export abstract class Sender extends Base {
  @Input()
  name = "a";
  #secret = 1;

  constructor(private readonly http: Http) {
    super();
    const hidden = 1;
  }

  // Sends.
  abstract send(): void;

  get open(): boolean {
    return true;
  }

  onClose = async () => {
    this.closed = true;
  };

  #send() {}
}

export namespace Wire {
  export const encode = (a: string) => a;
}

function pick(a: string): string;
function pick(a: number): number;
function pick(a: any) {
  return a;
}

const LIMIT = 1, rest = 2;
export default class {}
"""

TSX = """\
type Props = { title: string };

export const Card = ({ title }: Props) => {
  const inner = () => <b>{title}</b>;
  return <div>{inner()}</div>;
};

export function List() {
  return <ul></ul>;
}
"""

JAVASCRIPT = """\
const fs = require("fs");

const api = {
  get() {},
  post: function () {
    const local = 1;
  },
  deep: { run: () => 1 },
};

exports.start = function () {
  function nested() {}
};

Queue.prototype.push = () => 1;

class Queue {
  size = 0;
  static make() {}
  #load() {}
  load() {}
}

(function () {
  function hidden() {}
})();

module.exports = Queue;
"""

JAVA = """\
package com.acme.net;

/** Sends again. */
@Deprecated
public class RetryPolicy<T> extends Base {
    public static final int LIMIT = 3;
    private int tries, waits;

    public RetryPolicy() {}

    @Override
    public void send(int a) {
        int local = 1;
    }

    public void send(String a) {}

    interface Hook { void run(); }
}

enum Level { LOW, HIGH }

record Pair(int left, int right) {}
"""

GO = """\
package net

import "fmt"

// Limit is the most.
const Limit = 3

const (
	A = iota
	// B is second.
	B
)

var pool, spare = 1, 2

// Policy says when.
type Policy struct {
	Tries int // how often
	Base
}

type Sender interface {
	Send(a int) error
}

type ID = string

// Send sends.
func (p *Policy) Send(a int) error {
	local := func() {}
	return nil
}

func (l List[T]) Len() int { return 0 }

func New() *Policy { return nil }
"""

RUST = """\
//! Sends again.

/// How often.
#[derive(Debug)]
#[allow(dead_code)]
pub struct Policy<T> {
    pub tries: u32,
}

pub enum Level {
    Low,
    High(u32),
}

impl<T> fmt::Display for Policy<T> {
    fn fmt(&self) {}
}

impl<T> Policy<T> {
    pub const MAX: u32 = 3;

    // Sends.
    pub fn send(&self) {
        fn inner() {}
    }
}

trait Hook {
    fn run(&self);
}

mod wire {
    pub static POOL: u32 = 1;
    pub fn encode() {}
}

macro_rules! again {
    () => {};
}
"""

C = """\
#include <stdio.h>
#define LIMIT 3
#define TWICE(x) \\
	((x) * 2)

static int helper(int a);

/* A node
 * of the list. */
struct node {
	int value;
	struct node *next;
	int (*cmp)(int, int);
};

typedef struct {
	int x, y;
} Point;

typedef struct node Node;

enum color { RED, GREEN };

static struct node *
find(struct node *head,
     int value)
{
	int local = 1;
	return head;
}

static int helper(int a)
{
	return a;
}

int (*callback)(void) = 0;
void (*signal_of(int a))(int) { return 0; }
extern int declared(void);
static const char *names[] = { "a" };
"""

CPP = """\
#pragma once
namespace net::wire {

// Sends again.
template <class T>
class Policy : public Base {
 public:
  explicit Policy(int tries);
  ~Policy();
  int send(int a) const;
  int send(const char* a) const { return 0; }
  bool operator==(const Policy& other) const;
  operator bool() const { return true; }
  static constexpr int kMax = 3;
  enum class Level { Low, High };

 private:
  int tries_;
};

template <class T>
Policy<T>::Policy(int tries) : tries_(tries) {}

template <class T>
int Policy<T>::send(int a) const {
  return a;
}

using Id = int;
namespace {
int hidden() { return 1; }
}
}  // namespace net::wire

int net::wire::outside(int a) { return a; }
template <>
struct Hash<int> {
  int operator()(int a) { return a; }
};
"""

C_SHARP = """\
using System;
namespace Acme.Net;

/// <summary>Sends again.</summary>
[Serializable]
public class RetryPolicy<T> : Base
{
    private const int Limit = 3;
    private int tries, waits;
    public int Left { get; set; }
    public event EventHandler Done;

    public RetryPolicy() {}
    ~RetryPolicy() {}

    [Obsolete]
    public async Task Send(int a)
    {
        int Local() => 1;
    }

    public void Send(string a) {}
    public int this[int i] => 1;
    public static RetryPolicy<T> operator +(RetryPolicy<T> a, int b) => a;

    private enum Level { Low, High }
}

public record Pair(int Left, int Right);
public interface IHook { void Run(); }
public delegate void Handler(int a);
"""

RUBY = """\
module Net
  # Sends again.
  class Http::Policy < Base
    LIMIT = 3
    attr_accessor :tries, :waits

    def self.build
    end

    class << self
      def shared; end
    end

    # Whether any is left.
    def left?(a)
      local = 1
    end

    def tries=(value)
    end

    def ==(other) = true
    alias same ==
    define_method(:made) { 1 }
  end

  Pair = Struct.new(:a) do
    def swap; end
  end
end
"""

PHP = """\
<html>
<?php
namespace Acme\\Net;

/** Sends again. */
#[Final]
abstract class RetryPolicy extends Base
{
    const LIMIT = 3;
    public int $tries = 1;

    public function __construct(private int $url)
    {
        $local = 1;
    }

    abstract public function send(): void;
}

interface Hook { public function run(); }
trait Loud { function shout() {} }
enum Level: string { case Low = 'l'; }

function plain()
{
}
define('TOP', 1);
"""

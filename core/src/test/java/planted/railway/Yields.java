package planted.railway;

class Yields {
    void rest() {
        Thread.yield();
    }
}

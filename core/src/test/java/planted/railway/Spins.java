package planted.railway;

class Spins {
    void rest() {
        Thread.onSpinWait();
    }
}

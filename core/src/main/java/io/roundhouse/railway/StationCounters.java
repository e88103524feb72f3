package io.roundhouse.railway;

/**
 * What one station has done so far, read while the railway runs: each number is exact when the
 * railway is quiet and a moment old otherwise. Counting costs nothing a good: the numbers are the
 * positions that the railway needs anyway, and waits, which are slow already.
 *
 * @param station its number, counted from 0
 * @param loaded goods it has loaded
 * @param unloaded goods it has unloaded
 * @param waiting goods loaded for it that it has not unloaded yet (its backlog); of those that it
 *     {@linkplain RailwayBuilder#sharing shares} those that nobody has claimed, which each of the
 *     sharers counts, and not those that it has claimed itself
 * @param waitsForRoom how often it had to wait before it could load
 * @param parksForRoom how often it parked, or napped, in those waits
 * @param waitsForGoods how often it had to wait before it could unload
 * @param parksForGoods how often it parked, or napped, in those waits
 */
public record StationCounters(
        int station,
        long loaded,
        long unloaded,
        long waiting,
        long waitsForRoom,
        long parksForRoom,
        long waitsForGoods,
        long parksForGoods) {}

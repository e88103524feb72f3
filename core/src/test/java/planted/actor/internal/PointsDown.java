package planted.actor.internal;

import planted.railway.Station;

class PointsDown {
    Station downstairs = new Station();
}

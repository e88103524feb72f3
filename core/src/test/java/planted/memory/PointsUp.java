package planted.memory;

import planted.railway.Station;

class PointsUp {
    Station upstairs = new Station();
}

package planted.memory;

import planted.railway.Station;

class PointsUpByAnArray {
    Station[] upstairs = new Station[0];
}

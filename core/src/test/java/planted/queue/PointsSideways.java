package planted.queue;

import planted.pipeline.Neighbour;

class PointsSideways {
    Neighbour nextDoor = new Neighbour();
}

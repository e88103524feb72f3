package planted.pipeline;

public class Neighbour {}

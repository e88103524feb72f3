package planted.attic;

class HasNoFloor {}

package io.roundhouse.actor.internal;

/** That of an actor: comes behind the call at hand. */
final class End extends Step {
    private final Actor actor;

    End(Actor actor) {
        this.actor = actor;
    }

    @Override
    public void done() {
        Life life = actor.lifeIfAny();
        if (life == null) {
            actor.hasEnded();
        } else {
            life.ends();
        }
    }
}

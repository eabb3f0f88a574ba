"""Our own form controls: flat, chamfered, complete by mouse and by keyboard."""

// SPDX-License-Identifier: Apache-2.0
// Moves a camera with mouse or touch.

/**
 * One finger or the left button turns the camera; two fingers, Shift or another button move it; two fingers and the
 * wheel zoom.
 * @param {HTMLElement} scene
 * @param {CameraRig} rig
 * @param {() => void} changed
 * @param {AbortSignal} signal
 */
function followPointers(scene, rig, changed, signal) {
  scene.addEventListener("wheel", (event) => {
    event.preventDefault();
    rig.zoom(-Math.sign(event.deltaY));
    changed();
  }, { signal, passive: false });
  scene.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
  /** @type {Map<number, {x: number, y: number}>} */
  const fingers = new Map();
  const spread = () => {
    const [a, b] = [...fingers.values()];
    return Math.hypot(a.x - b.x, a.y - b.y) || 1;
  };
  scene.addEventListener("pointerdown", (event) => {
    scene.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }, { signal });
  scene.addEventListener("pointermove", (event) => {
    const last = fingers.get(event.pointerId);
    if (!last) return;
    const height = scene.clientHeight || 1, before = fingers.size === 2 ? spread() : 0;
    const right = (event.clientX - last.x) / height, down = (event.clientY - last.y) / height;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size >= 2) {
      rig.shift(right / 2, down / 2);
      if (before) rig.zoom(Math.log(spread() / before) / -Math.log(PER_NOTCH));
    } else if (event.shiftKey || event.buttons > 1) {
      rig.shift(right, down);
    } else {
      rig.turn(right, down);
    }
    changed();
  }, { signal });
  for (const kind of ["pointerup", "pointercancel"]) scene.addEventListener(kind, (event) => fingers.delete(/** @type {PointerEvent} */ (event).pointerId), { signal });
}

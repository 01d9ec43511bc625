// Turns of the head that a sign-in by face asks for, and whether pictures show them.
import type { FaceAction } from '@shuyuan/contract/account/sign-in/user-sign-in.ts'
import { distanceOf } from '../../providers/face/face-chip.ts'
import type { FrameSeen } from '../../providers/face/face.ts'

/** Radians. A picture from a camera is not mirrored: who turns to their own right looks to the left side of the picture, which is positive. */
const TURNED = 0.3
const FRONTAL = 0.2
/** All frames show one person. */
const SAME_PERSON = 0.6
/** The largest face is at most so many times as wide as the smallest. */
const MOST_SCALE = 1.67
const STEPS = 3

const others: Record<FaceAction, readonly [FaceAction, FaceAction]> = {
  front: ['left', 'right'],
  left: ['front', 'right'],
  right: ['front', 'left'],
}

/** Three actions of which no two neighbours are the same; at least one turns the head. @param random whole numbers below n */
export function drawActions(random: (n: number) => number): FaceAction[] {
  const actions: FaceAction[] = [(['front', 'left', 'right'] as const)[random(3)]!]
  while (actions.length < STEPS) actions.push(others[actions.at(-1)!][random(2)]!)
  return actions
}

const shows: Record<FaceAction, (yaw: number) => boolean> = {
  front: (yaw) => Math.abs(yaw) <= FRONTAL,
  left: (yaw) => yaw <= -TURNED,
  right: (yaw) => yaw >= TURNED,
}

/** Whether the frames show one person who did these actions in order. `frames[0]` is the frontal picture that is compared afterwards. */
export function didActions(actions: readonly FaceAction[], frames: readonly FrameSeen[]): boolean {
  const [first, ...turned] = frames
  if (!first || 'problem' in first || turned.length !== actions.length || !shows.front(first.yaw)) return false
  const seen = turned.flatMap((one) => ('problem' in one ? [] : [one]))
  if (seen.length < turned.length || !seen.every((one, at) => shows[actions[at]!](one.yaw))) return false
  const all = [first, ...seen]
  const sizes = all.map((one) => one.share)
  if (Math.max(...sizes) > Math.min(...sizes) * MOST_SCALE) return false
  return all.every((one, at) => all.slice(at + 1).every((other) => distanceOf(one.vector, other.vector) <= SAME_PERSON))
}

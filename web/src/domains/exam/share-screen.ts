// Whether a whole screen can be recorded here.
import { recordTypes } from '@shuyuan/contract/paper/record/record-types.ts'

/** Phones and tablets share no screen, and Safari records none as WebM. */
export function canShareScreen(): boolean {
  const devices = navigator.mediaDevices as Partial<MediaDevices> | undefined
  if (!devices?.getDisplayMedia || typeof MediaRecorder === 'undefined') return false
  return recordTypes.screen.some((one) => MediaRecorder.isTypeSupported(one))
}

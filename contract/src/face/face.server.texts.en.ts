import type { Translated } from '../kernel/message.ts'
import type { faceServerTexts } from './face.server.texts.ts'

export const faceServerTextsEn: Translated<typeof faceServerTexts> = {
  faceCamera: 'The camera could not be opened. Please make sure there is one and that this page may use it!',
  faceBroken: 'The picture cannot be read, please take it again',
  faceNone: 'No face found. Bring your face to the middle of the picture.',
  faceMany: 'Several faces are in the picture. Only you may be in front of the camera',
  faceSmall: 'The face is too small. Come closer, or use a larger picture',
  faceTurned: 'Please face the camera',
  faceBlurred: 'The picture is blurred. Hold still, in good light',
  faceCovered: 'The face is covered or cut off. Show the whole face',
  faceLive: 'No living face found. Do not show a photo or a screen',
  faceDiffers: 'The face does not match. Face the camera and try again',
  faceNotStored: 'No face of yours is stored. Verify your real name in the user center, or ask an invigilator to admit you',
  faceNoAnswer: 'Faces cannot be compared at the moment. Try again later, or ask an invigilator to exempt you from the face check',
  faceFileName: 'The file name must be the account and “.jpg”',
  faceZipFull: 'An archive holds at most {{most}} {{most, photo/photos}}. Upload the others in another one',
  faceUserUnknown: 'There is no such account within your reach',
  faceZipEmpty: 'The archive has no photos. Name them by account, with “.jpg”',
  faceConsentMissing:
    'The user has not agreed to the comparison. Tick that you have their written consent, or ask them to agree in the user center',
  photoOverMb: 'The photo is too large, at most {{mb}} MB',
  photoUnreadable: 'The photo cannot be read, please upload a jpg, jpeg or png',
  photoBroken: 'The photo is broken or too large, please upload it again',
  photoKinds: 'Please upload a jpg, jpeg or png',
}

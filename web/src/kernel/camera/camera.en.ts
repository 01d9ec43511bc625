// English for the camera and face checks, which several domains show.

export const cameraEn = {
  '很好，请保持这个姿势！': 'Very good, please hold still!',
  拍照核验: 'Take a picture and verify',
  '请正对摄像头，光线充足，整张脸在画面中央。': 'Face the camera in good light, with your whole face in the middle.',
}

declare module '../i18n.ts' {
  interface PageTexts extends KeysOf<typeof cameraEn> {}
}

// English for the camera and face checks, which several domains show.

export const cameraEn = {
  '当前地址不是 https，浏览器不允许使用摄像头。': 'This address has no https, so the browser allows no camera.',
  '很好，请保持这个姿势！': 'Very good, please hold still!',
  拍照核验: 'Take a picture and verify',
  '请正对摄像头，光线充足，整张脸在画面中央。': 'Face the camera in good light, with your whole face in the middle.',
  '请用 https 开头的地址打开本站；没有的话请联系管理员。':
    ' Open this site by an address that begins with https; if there is none, ask the administrator.',
}

declare module '../i18n.ts' {
  interface PageTexts extends KeysOf<typeof cameraEn> {}
}

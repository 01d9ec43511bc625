import type { Catalogue, KeysOf } from '../../kernel/i18n.ts'

export const accountEn = {
  '8-60位，应包含大写字母、小写字母、数字、特殊字符其中三种':
    '8 to 60 characters with three of: capital letters, small letters, digits, special characters',
  'jpg、jpeg、png 格式，不超过 5 MB': 'jpg, jpeg or png, at most 5 MB',
  上传照片: 'Upload a photo',
  不能扫描时手动输入密钥: 'If you cannot scan it, enter this key',
  '两次密码输入不一致！': 'The two passwords differ!',
  个人资料: 'Profile',
  '为了提高通过率，请确认姓名、身份证号、人脸照片相匹配，确定提交吗?':
    'To be approved, name, ID number and face photo must match. Submit now?',
  使用中的照片: 'Photo in use',
  '保存后回到刚才的页面。': 'After saving you return to the page you came from.',
  '可以使用人脸登录。': 'You can sign in by face.',
  '学员提交实名认证后，会在这里等待审核。': 'Requests for real-name verification wait here for their review.',
  实名认证审核中: 'Your real name is being reviewed',
  实名认证未开启: 'Real-name verification is not enabled',
  实名认证未通过: 'Your real name was not verified',
  '审核 {{n}} 条实名申请': { one: 'Review {{n}} real-name request', other: 'Review {{n}} real-name requests' },
  已开启: 'On',
  已通过实名认证: 'Your real name is verified',
  '已通过实名认证，不能修改': 'Verified, cannot be changed',
  '已通过实名认证，姓名不能修改': 'The name is verified and cannot be changed',
  '开启后，登录时除密码外还需要手机验证器应用上的 6 位数字，密码泄露时账号仍然安全。':
    'With it, signing in needs 6 digits of an authenticator app on your phone besides the password, so that the account stays safe if the password leaks.',
  恢复码: 'Recovery codes',
  我已保存: 'I have saved them',
  我的积分: 'My points',
  '手机丢失时，每个恢复码可以代替一次验证码。它们只显示这一次，请打印或存放在安全的地方。':
    'If you lose your phone, each recovery code replaces one code. They are shown only this once: print them or store them in a safe place.',
  '手机号绑定成功！': 'Mobile number bound!',
  '手机号解绑成功！': 'Mobile number unbound!',
  拍摄人脸照片: 'Picture of your face',
  拍照: 'Take a picture',
  '提交后需要重新审核，审核通过前原来的人脸照片仍然有效；姓名和身份证号不能修改。':
    'A new request is reviewed again; until it passes the present face photo stays in use. Name and ID number cannot be changed.',
  '提交成功！': 'Submitted!',
  提交的照片: 'Submitted photo',
  提交认证: 'Submit',
  更换头像: 'Change picture',
  未绑定: 'Not bound',
  '本站没有启用短信服务，不能绑定或解绑': 'This site sends no SMS, so that a number can be neither bound nor unbound',
  '查看{{name}}的实名申请': 'Open the real-name request of {{name}}',
  '用户密码修改成功，请重新登录！': 'Your password was changed. Please sign in again!',
  '用手机上的验证器应用（如 Microsoft Authenticator、Google Authenticator、Aegis）扫描二维码，再输入应用显示的 6 位数字。':
    'Scan the QR code with an authenticator app on your phone (such as Microsoft Authenticator, Google Authenticator or Aegis), then enter the 6 digits that it shows.',
  由身份证号得到: 'Read from the ID number',
  '确实要解除绑定吗?': 'Unbind it?',
  确认密码: 'Repeat password',
  '确认密码不能为空！': 'Please repeat the password!',
  '管理员审核通过之前，还不能使用人脸登录。': 'Until an administrator has passed it you cannot sign in by face.',
  '管理员开启实名认证后，可以在这里提交认证。': 'Once an administrator enables it, you can be verified here.',
  '绑定{{way}}': 'Bind {{way}}',
  '自动审核：通过 {{passed}} 人，驳回 {{rejected}} 人，转人工 {{manual}} 人':
    'Automatic review: {{passed}} passed, {{rejected}} rejected, {{manual}} left to a person',
  '蓝底一寸照片，295×413 像素，约 100 KB，jpg、jpeg、png 格式': 'Passport photo on blue, 295×413 pixels, about 100 KB, jpg, jpeg or png',
  角色要求: 'Required by role',
  '该用户已通过实名认证，本次为更换人脸照片。': 'This person is verified already and wants another face photo.',
  请保存恢复码: 'Save your recovery codes',
  请填写身份证号: 'Enter the ID number',
  '请等待管理员审核，结果会通过消息告诉您。': 'Please wait for the review; a message will tell you the result.',
  '请补充完整个人资料！': 'Please complete your profile!',
  '资料修改成功！': 'Your profile was saved!',
  '资料真实清晰，审核通过': 'True and clear, passed',
  '还有 {{n}} 个未使用': { one: '{{n}} unused', other: '{{n}} unused' },
  重新生成: 'New codes',
  重新认证: 'Verify again',
  验证器应用: 'Authenticator app',
  '验证器应用上的 6 位数字，或一个恢复码': '6 digits of the authenticator app, or a recovery code',
} satisfies Catalogue

declare module '../../kernel/i18n.ts' {
  interface PageTexts extends KeysOf<typeof accountEn> {}
}

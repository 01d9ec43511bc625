import type { Catalogue, KeysOf } from '../../kernel/i18n.ts'

export const siteEn = {
  '{{places}}所在磁盘剩余 {{free}}，共 {{size}}。': 'Disk of {{places}}: {{free}} free of {{size}}.',
  '“功能开关”中尚未开启{{name}}登录，启用服务商后还需打开开关。':
    'Sign-in with {{name}} is still off among the function switches; turn it on there as well.',
  一次请求最多写多少: 'How much one answer can be',
  '一次请求最多能读多少，1 个汉字约 1 token；Ollama 的 num_ctx 须不小于它':
    'How much one request can hold; a Chinese character is about one token. num_ctx of Ollama must not be smaller',
  上传授权文件: 'Upload a licence file',
  '上传过程中的临时文件存放在服务器的这个目录，以 / 结尾；留空使用系统临时目录':
    "Files on their way in lie in this folder of the server, which ends with /; empty: the system's temporary folder",
  '上传配置保存成功！': 'Upload settings saved!',
  '不向手机发送短信，短信验证码不能使用；通知只写入“短信记录”。':
    'Sends no SMS to phones, and codes by SMS cannot be used; notifications are only written to the log of messages.',
  '与阿里云控制台中推流回调、录制回调的鉴权 KEY 相同，留空则不接收回调':
    'The key of stream and recording callbacks in the Alibaba Cloud console; empty: callbacks are refused',
  付款后可以申请发票: 'Invoices can be requested after payment',
  '会先思考的模型又慢又费额度，请选择服务支持的参数':
    'Models that think first are slow and costly: choose the parameter that the service supports',
  '例如 live.example.com，不带 https://': 'For example live.example.com, without https://',
  '例如 push.example.com，不带 https://': 'For example push.example.com, without https://',
  '保存后不再显示；本机服务一般不需要': 'Not shown again once saved; services on this machine usually need none',
  保存并启用: 'Save and use',
  修改内容: 'Changes',
  修改前: 'Before',
  修改后: 'After',
  修改存储配置: 'Change the storage settings',
  '切换后立即生效。原服务商的配置会保留，但已有的数据不会迁移到新的服务商。确定要切换吗？':
    "The switch takes effect at once. The old provider's settings are kept, but existing data is not moved to the new one. Switch now?",
  '切换后立即生效，之后的短信由新的服务商发送，短信签名和模板需要在新的服务商处另行申请。确定要切换吗？':
    'The switch takes effect at once: messages go out through the new provider, which has to approve the signature and templates anew. Switch now?',
  '切换后立即生效，之后的请求发送到新的服务商。确定要切换吗？':
    'The change takes effect at once: further requests go to the new provider. Change?',
  '切换后立即生效，人脸将由新的服务商比对：已有的人脸用保存的照片在后台重新采集，原服务商处的数据随后删除。确定要切换吗？':
    'Takes effect at once. Faces are compared by the new provider: existing ones are enrolled again from the stored pictures, and then deleted at the former provider. Switch?',
  '切换服务商不会迁移已有的文件。': 'Switching providers does not move existing files.',
  '切换服务商不会迁移已有的文件：已上传的文件仍在原来的位置，请保留原服务商的空间。确定要切换吗？':
    "Switching does not move existing files: they stay where they are, so keep the former provider's bucket. Switch now?",
  '到 /v1 为止；留空使用服务商自己的地址。本机或内网地址须由运维写入 OUTGOING_ALLOW':
    'Up to /v1; empty for the address of the provider. Addresses of this machine or network have to be listed in OUTGOING_ALLOW by the operator',
  '功能开关配置成功！': 'Switches saved!',
  功能模块: 'Modules',
  变更: 'Changed',
  '只在打开数据放大后起作用；100 为原数': 'Takes effect only while scaling is on; 100 shows the real numbers',
  '可选：用来找意思相近的试题和课程片段；留空只按字词比较。服务须有 /embeddings':
    'Optional: finds questions and passages of courses that mean the same; without it only words are compared. The service needs /embeddings',
  '同一账号在别处登录时，先前的登录是否失效': 'Whether a sign-in elsewhere ends the earlier one',
  后台显示: 'Back office display',
  后台登录: 'Back-office sign-in',
  后台的每次修改都会记在这里: 'Every change made in the back office is recorded here',
  '启用后，材料会发送到下面的地址。发送什么由“智能助手用途”里的开关决定，默认都不发送。':
    'Once this is in use, materials are sent to the address below. What is sent is decided by the switches of “Uses of the assistant”; at first nothing is.',
  '在企业微信管理后台创建自建应用，在“企业微信授权登录”中填写本站的授权回调域，并取得企业 ID、AgentId 和 Secret。':
    'Create an application in the WeCom console, enter this site as the callback domain of its sign-in, and take corp ID, AgentId and Secret.',
  '在侧栏顶部显示 LOGO 和站点名称': 'Show logo and site name above the sidebar',
  '在微信开放平台创建“网站应用”，通过审核后取得 AppID 和 AppSecret，并把本站域名填入“授权回调域”。':
    "Create a website application on the WeChat Open Platform. Once approved, take its AppID and AppSecret and enter this site's domain as the callback domain.",
  '在本单位的身份提供方登记一个机密客户端，回调地址填“本站地址/sync?loginType=oidc”，并取得 Issuer、Client ID 和 Client Secret。':
    "Register a confidential client at your organisation’s identity provider with this site's address followed by /sync?loginType=oidc as the redirect URI, and take issuer, client ID and client secret.",
  在用户资料中显示人脸照片: 'Show the face photo in user profiles',
  '在线考试、我的成绩和题库训练；关闭后学员不能开始新的考试和训练，正在进行的考试不受影响':
    'Exams, results and training; while it is off learners cannot begin new ones, and exams under way go on',
  '在钉钉开放平台创建应用，在“登录与分享”中填写本站的回调地址，并开通“通讯录个人信息读权限”。':
    "Create an application on the DingTalk Open Platform, enter this site's callback address, and grant it the permission to read personal contact information.",
  在页面上方显示打开过的页面: 'Show opened pages as tabs',
  填入系统的说明: 'Fill in the text of the system',
  '填写目录服务器（ldaps://，或 ldap:// 加 StartTLS）和一个只读的查询账号；查找条件中的 {u} 代表用户名，如 (&(objectClass=person)(uid={u}))。':
    'Enter the directory server (ldaps://, or ldap:// with StartTLS) and an account that may only read; {u} in the filter stands for the user name, as in (&(objectClass=person)(uid={u})).',
  字典值会出现在用到这个字典的下拉框里: 'Values appear in every select that uses this dictionary',
  字段: 'Field',
  '字母、数字和下划线；保存后不能修改': 'Letters, digits and underscores; cannot change once saved',
  存储方式: 'Storage',
  '存放录制文件的公网 https 地址，回调中的文件路径接在其后，留空则不自动生成回放':
    'The public https address of the recordings, to which the path of a callback is added; empty: no replay is made by itself',
  '学员端，支持 jpg、jpeg、png': 'For learners: jpg, jpeg, png',
  '学员须填写酒店编码、营业执照等资料': 'Learners must fill in hotel code, business licence and so on',
  '学员首页的一行：连续学习天数、本周目标、积分和下一张证书；学员可以自己关闭':
    'A line on the learner’s first page: streak of days, goal of the week, points and the next certificate; learners can switch it off for themselves',
  '实名认证的自动审核向服务商核对姓名、身份证号和照片，需要向服务商另行开通':
    'The automatic audit asks the provider for name, identity number and photo; it must be ordered from the vendor',
  尚未启用智能助手的服务商: 'The assistant has no provider in use',
  尚未启用服务商: 'No provider in use',
  '尚未启用服务商，去设置': 'No provider in use yet: set one up',
  '尚未启用服务商：不发送短信，短信验证码不能使用': 'No provider in use: no SMS is sent, and codes by SMS cannot be used',
  '尚未启用服务商：文件保存在服务器的数据目录中': "No provider in use: files lie in the server's data folder",
  '尚未启用服务商：老师在浏览器里直播，由本服务器转码':
    'No provider in use: teachers broadcast from their browser, and this server transcodes',
  '开启后，照片、屏幕翻拍等非真人画面不能通过': 'Photographs of photographs or screens are refused',
  '录制文件域名开启 URL 鉴权（A 方式）时填写': 'Where the domain of the recordings asks for URL signatures (type A)',
  '手机访问的网址，用于二维码、证书和支付通知，以 http 或 https 开头；留空则用打开网页时的网址':
    'Where phones open the site: for QR codes, certificates and payment notices; begins with http or https. Empty: the address by which the page was opened',
  '授权成功！': 'The licence is in force!',
  授权文件: 'Licence file',
  '授权文件由授权方签发，上传后立即对所有服务器生效。': 'Licence files come from the issuer and hold on every server at once.',
  '控制台的总数和图表乘以放大比例，并标明“已按比例放大”':
    'Totals and charts of the dashboard are multiplied by the scale, and marked as scaled',
  '提交后直接通过，或由管理员审核；自动审核先检查照片，再按人脸库设置和服务商的实名核验决定':
    'Passes at once, or is left to an administrator; the automatic audit looks at the photo first, and then decides by the settings of the face library and the identity check of the provider',
  操作名称或接口: 'Name or address of the call',
  '文件保存在服务器的目录中。访问地址为本站的 /files/ 时由本站提供访问，也可以使用其他 Web 服务器。':
    "Files lie in a folder of the server. With this site's /files/ as the address the site serves them itself; another web server may do so too.",
  '文件的公开访问地址，以 / 结尾；文件名接在后面': "The files' public address, ending with /; the file name follows",
  新增: 'Added',
  新注册的用户由管理员审核通过后才能登录: 'Who registers can sign in once an administrator agrees',
  显示在学员端和登录页底部: "Shown at the foot of learners' pages and of the sign-in page",
  显示在学员端页面底部: "Shown at the foot of learners' pages",
  '显示在帮助页顶部和帮助目录的第一项；留空则不显示':
    'Shown at the top of the help and as first entry of its contents; empty: nothing is shown',
  '显示在每章帮助的末尾，例如电话、邮箱或办公室': 'Shown at the end of each chapter of the help, such as telephone, e-mail or office',
  '服务商切换成功！': 'Provider switched',
  '服务器上的目录，以 / 开头和结尾，例如 /data/upload/': 'A folder of the server that begins and ends with /, such as /data/upload/',
  未变: 'Unchanged',
  未选择字典: 'No dictionary chosen',
  本人在摄像头前按提示转动头部后登录: 'Users turn their head before the camera as asked, and are signed in',
  '本系统未启用授权检查，没有授权文件也可以使用全部功能。': 'This server asks for no licence: everything works without one.',
  '正在上传…': 'Uploading…',
  每个服务进程同时发出的请求: 'Requests of each server process at the same time',
  '注册时由用户自己选择部门，或一律加入默认部门': 'Who registers chooses a department, or joins the default one',
  注册的用户加入这个部门: 'Who registers joins this department',
  '测试登录不验证身份，任何人都可以选用测试身份，只能用于试用。':
    "Test sign-in proves nobody's identity: everybody may choose a test identity. For trials only.",
  '测试短信已提交给服务商，请查收': 'The test message was handed to the provider, please check your phone',
  '浏览器用上传凭证把文件直接传到七牛云，空间须已绑定可访问的域名。':
    'Browsers send files straight to Qiniu with an upload token; the bucket needs a domain that can be reached.',
  '浏览器用临时凭证把文件直接传到 OSS，请在存储空间的跨域设置中允许本站的 PUT 请求和全部请求头。':
    "Browsers send files straight to OSS with temporary credentials: allow PUT with all headers from this site in the bucket's CORS rules.",
  '浏览器用临时密钥把文件直接传到 COS，请在存储桶的跨域设置中允许本站的 PUT 请求和全部请求头。':
    "Browsers send files straight to COS with temporary keys: allow PUT with all headers from this site in the bucket's CORS rules.",
  涉及内容: 'About',
  添加字典值: 'Add value',
  滚动时顶部栏保持可见: 'Keep the header in sight while scrolling',
  现有用户数: 'Users now',
  '用于签发临时上传凭证的 RAM 角色，须允许 oss:PutObject': 'The RAM role for temporary upload credentials; it must allow oss:PutObject',
  用企业微信登录: 'Sign in with WeCom',
  用微信扫码登录: 'Sign in with WeChat',
  '用户可以提交实名认证，通过后的照片用于人脸比对': 'Users may submit their real name; a photo that passed is used for comparisons',
  用户数上限: 'User limit',
  '用手机号和短信验证码登录；没有短信服务商时登录页不显示': 'Sign-in by number and SMS code; not shown without an SMS provider',
  用本单位的统一身份认证登录: 'Sign in with your organisation’s single sign-on',
  '用本单位目录（LDAP）的账号和密码登录': 'Sign in with name and password of your organisation’s directory (LDAP)',
  用钉钉登录: 'Sign in with DingTalk',
  '由当前使用的服务商发送；未启用服务商时只写入短信记录。':
    'Sent by the provider in use; without one it is only written to the message log.',
  '留空与接口地址相同；不同的地址只发送下面的密钥': 'The API address while empty; another address is sent the key below only',
  留空使用登录模板: 'Leave empty to use the sign-in template',
  登录成功和失败都会记在这里: 'Successful and failed sign-ins are recorded here',
  登录方式: 'Ways to sign in',
  '登录页显示注册入口；未注册的手机号用短信登录时自动注册':
    'The sign-in page offers registration; an unknown phone number is registered when it signs in',
  '直播配置保存成功！': 'Live settings saved',
  '示例：不使用模型，按原文的数字和要求出题': 'Example: without a model, from the numbers and duties of the text',
  移除: 'Removed',
  '程序按它保存，同一字典内不能重复': 'What is stored; unique within the dictionary',
  '管理后台的用户多久没有操作后须重新输入密码；学员不受影响':
    'After how long without activity back-office users enter their password again; learners are not affected',
  '管理后台的用户登录多久后须重新输入密码，无论是否一直在操作':
    'After how long back-office users enter their password again, however active they are',
  '管理后台，支持 jpg、jpeg、png': 'For the back office: jpg, jpeg, png',
  系统内置字典不能删除: 'Dictionaries that came with the system cannot be deleted',
  '编辑{{title}}': 'Edit {{title}}',
  编辑字典: 'Edit dictionary',
  编辑字典值: 'Edit value',
  '考生开始录像考试前阅读；留空用系统的说明。{tracks}（录制内容）、{days}（保存天数）、{most}（最长天数）和 {readers}（可查看的人员）按每场考试填写，缺一不可。修改后，还没有开始的考生重新阅读并同意。':
    'Read before an exam with a recording; empty for the text of the system. {tracks} (what is recorded), {days} (days), {most} (most days) and {readers} (who may look) are filled in for each exam, and none may be missing. After a change, candidates who have not started read and agree again.',
  '自动选择会依次尝试，并记住服务支持的方式': 'Automatic tries one way after the other and remembers what the service supports',
  '见服务商的价目，用于估算和记录费用；0 表示不知道':
    'See the price list of the provider; for estimates and for the cost in the log. 0: not known',
  '证书管理、我的证书和公开验证；关闭后不再自动颁发':
    'Certificates, the learners’ own ones and the public check; while it is off, none is granted by itself',
  '请先在腾讯云短信中创建应用，申请签名和正文模板，模板中 {1} 为验证码。':
    'Create an application at Tencent Cloud SMS first and apply for a signature and a template; {1} in the template is the code.',
  '请先在阿里云短信服务中申请签名和验证码模板，模板中的验证码变量须命名为 code。':
    'Apply for a signature and a code template at Alibaba Cloud SMS first; the variable of the code must be named code.',
  请求内容: 'Request',
  请选择或填写: 'Choose or type',
  课程学习和课程管理入口: 'Course learning and course management',
  超过后放弃这次请求: 'A request that takes longer is given up',
  还没有发送过短信: 'No message has been sent yet',
  '还没有启用人脸服务，不能用人脸登录': 'No face service is in use, so that nobody can sign in by face',
  '选择一个字典，查看和维护它的值': 'Choose a dictionary to see and keep its values',
  '配置保存成功！': 'Settings saved',
  错题连续答对达到次数后移出错题本: 'A question leaves the wrong-answer book after so many right answers in a row',
  页面按它选用称呼和第一批示例: 'Pages choose words and first examples by it',
  须与模板中的变量个数一致: 'Must match the number of variables in the template',
  须先通过服务商审核: 'Must be approved by the provider first',
} satisfies Catalogue

declare module '../../kernel/i18n.ts' {
  interface PageTexts extends KeysOf<typeof siteEn> {}
}

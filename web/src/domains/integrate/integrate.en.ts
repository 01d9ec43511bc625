import type { Catalogue, KeysOf } from '../../kernel/i18n.ts'

export const integrateEn = {
  'Moodle、Canvas 等平台的用户可以从那里直接打开本站的考试和课程':
    'Users of Moodle, Canvas and others open exams and courses of this site from there',
  与平台写入令牌的标识逐字相同: 'Letter for letter as the platform writes it into its tokens',
  '写入令牌的平台标识，工具按它登记本站，登记后不要修改':
    'Written into tokens as the platform’s issuer. The tool registers this site by it, so leave it as it is afterwards',
  '原来的密钥立即失效，接收方须同时更换。确定更换吗？': 'The present key ends at once, and the receiver must change it too. Go on?',
  只列出启用的考试和课程: 'Only exams and courses that are enabled',
  '名单 {{people}} 人，新增 {{added}} 人，离开 {{gone}} 人，新开账号 {{accounts}} 个':
    'Roster of {{people}}: {{added}} added, {{gone}} left, {{accounts}} new {{accounts, account/accounts}}',
  回调地址: 'Redirect URI',
  '在工具中完成后，由工具报告成绩和完成情况': 'The tool reports score and completion when you are through there',
  在平台的身份: 'Role there',
  '填写后，考试成绩和课程完成情况回传到平台的成绩册': 'With it, scores of exams and finished courses go to the grade book of the platform',
  多个时用英文逗号分隔: 'Several are divided by commas',
  '学习平台“{{platform}}”的{{person}}请求考试和课程的链接':
    '{{person}} of the learning platform “{{platform}}” asks for links to exams and courses',
  '学习平台“{{platform}}”请求考试和课程的链接': 'The learning platform “{{platform}}” asks for links to exams and courses',
  '学习记录库的 endpoint，不含 /statements': 'The endpoint of the learning record store, without /statements',
  '学员账号和考试、课程在学习记录库中的前缀': 'Begins the names of people, exams and courses in the store',
  '工具中某一部分的地址；留空则打开工具地址': 'The address of a part of the tool; empty: the tool’s own',
  '工具可以读取使用它的课程的学员姓名，不含账号、手机和邮箱':
    'The tool may read the names of learners in courses that open it; no accounts, phones and e-mail addresses',
  工具已报告您学完了这个课件: 'The tool has reported that you are through with this file',
  '工具没有公钥地址时填写，PEM 或 JWK；两者都空则不接收成绩':
    'Where the tool has no public keyset URL: PEM or JWK. Without both no scores are taken',
  工具还没有报告成绩: 'The tool has not reported a score yet',
  工具需要的登记信息: 'What the tool needs to know',
  '已停用：{{problem}}': 'Off: {{problem}}',
  已提交: 'Sent',
  已重新提交: 'Queued again',
  平台已暂停: 'suspended there',
  '平台用户第一次打开时新建学员账号，加入这个部门':
    'At the first launch a user of the platform gets a learner’s account in this department',
  '平台的人从一门课程打开本站的链接后，这门课程出现在这里': 'A course stands here once a link to this site was opened from it',
  平台的学员: 'Learner there',
  平台的教师: 'Teacher there',
  平台要求与令牌地址不同的受众时填写: 'Where the platform wants another audience than the token URL',
  平台需要的登记信息: 'What the platform needs to know',
  提交给学习平台: 'Send to the learning platform',
  '新建的链接在课件管理中，可以像其他课件一样放进课程': 'A new link stands among the course files, and is put into courses like others',
  更换密钥: 'New key',
  '本站公钥地址（JWKS）': 'Public keyset URL of this site (JWKS)',
  '每个事件给每个推送目标一条记录，保留 30 天': 'One row for each event and receiver, for 30 days',
  '每行一个，与工具发送的地址逐字相同': 'One in each line, letter for letter as the tool sends it',
  '每行一个，例如 id=5 或 name=$Person.name.full，随每次打开发送':
    'One in each line, such as id=5 or name=$Person.name.full; sent with every opening',
  '每行一个，例如 id=5；与工具的参数同名时以这里为准':
    'One in each line, such as id=5; it stands before a parameter of the tool with the same name',
  '测试消息已提交，结果见推送记录': 'The trial message is queued; see the deliveries',
  '浏览器阻止了新窗口，请点这里打开': 'The browser stopped the new window; open it here',
  '消息以 POST 发送到这个地址': 'Messages are sent to this address by POST',
  '留空则不修改；修改接收地址后须重新填写': 'Empty: unchanged. Needed again after a change of the address',
  登录请求地址: 'Initiate login URL',
  登记信息: 'Registration',
  '登记支持 LTI 1.3 的工具，教师就可以把它们放进课程': 'Register tools that know LTI 1.3, so that teachers can put them into courses',
  签名密钥: 'Signing key',
  '考试、课程、订单、证书和用户的变化会推送给本单位的其他系统':
    'Other systems of your organisation are told of changes to exams, courses, orders, certificates and users',
  考试的链接: 'Link of an exam',
  考试编号: 'exam-id',
  试发: 'Test',
  试开: 'Try',
  '请回到学习平台的窗口，这个窗口可以关闭。': 'Please go back to the window of the learning platform. This one can be closed.',
  '请求已处理、已过期，或在另一个浏览器中打开。请在学习平台中重新开始。':
    'The request is answered, too old, or open in another browser. Please begin again in the learning platform.',
  请求无效: 'Nothing to choose for',
  读取名单: 'Read now',
  课程的链接: 'Link of a course',
  课程编号: 'course-id',
  还没有读取过名单: 'The roster was not read yet',
  '需要令牌地址；每晚和点“读取名单”时读取，离开名单的人保留账号':
    'Needs the token URL. Rosters are read every night and on demand; people who left keep their accounts',
} satisfies Catalogue

declare module '../../kernel/i18n.ts' {
  interface PageTexts extends KeysOf<typeof integrateEn> {}
}

import type { Catalogue, KeysOf } from '../../kernel/i18n.ts'

export const battleEn = {
  '{{n}} 秒后由机器人应战': 'The robot takes over in {{n}} s',
  '{{win}} 胜 {{lose}} 负 {{draw}} 平': '{{win}} won, {{lose}} lost, {{draw}} drawn',
  准备: 'Get ready',
  好友的邀请码: 'A friend’s code',
  学员在对战大厅发起的对战会出现在这里: 'Battles that learners start in the lobby appear here',
  对: 'against',
  对战已取消: 'Battle cancelled',
  对战结果: 'Result of the battle',
  已选择: 'Chosen',
  平局: 'A draw',
  应战: 'Join',
  您有一场对战正在进行: 'You have a battle in progress',
  您赢了: 'You won',
  您输了: 'You lost',
  '打过的对战会出现在这里，可以回看每一题。': 'Your battles appear here; you can look at every question again.',
  把邀请码告诉好友: 'Tell your friend the code',
  '本赛季还没有对战，来打第一场吧。': 'No battles this season yet. Play the first one.',
  '本题在您的考试中，不能显示': 'This question is in your exam and cannot be shown',
  机器人: 'Robot',
  正在寻找对手: 'Looking for an opponent',
  '每场 10 题，每题 15 秒，答得又对又快得分高。': '10 questions of 15 seconds each. Right and quick answers score most.',
  '没有送达，请再选一次': 'Your choice did not arrive. Choose again',
  知识对战: 'Battles',
  离开就是认输: 'Leaving counts as giving up',
  等待对手作答: 'Waiting for your opponent',
  等级分: 'Rating',
  '答对了 +{{n}}': 'Right +{{n}}',
  答错了: 'Wrong',
  继续对战: 'Continue the battle',
  认输: 'Give up',
  返回大厅: 'Back to the lobby',
  '还没有可以对战的题库：需要开放训练，并有 10 道以上客观题。':
    'No bank to battle on yet: it must be open to training and have 10 objective questions.',
  '邀请码 {{n}} 秒后失效': 'The code expires in {{n}} s',
} satisfies Catalogue

declare module '../../kernel/i18n.ts' {
  interface PageTexts extends KeysOf<typeof battleEn> {}
}

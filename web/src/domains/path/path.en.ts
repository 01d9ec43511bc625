import type { Catalogue, KeysOf } from '../../kernel/i18n.ts'

export const pathEn = {
  '{{day}} 完成': 'Finished {{day}}',
  '{{day}} 重新开始': 'Starts again {{day}}',
  '{{kind}}“{{title}}”有 {{n}} 人打不开：未开放或不在它的范围内':
    '{{n}} {{n, person/people}} cannot open the {{kind, lower}} “{{title}}”: it is closed, or not for them',
  '{{n}} 人从今天开始（{{who}}），完成期限：{{days}}': {
    one: '{{n}} person starts today ({{who}}). Due after: {{days}}',
    other: '{{n}} people start today ({{who}}). Due after: {{days}}',
  },
  '{{n}} 人完成': { one: '{{n}} finished', other: '{{n}} finished' },
  '{{n}} 人的进度': { one: 'the progress of {{n}} person', other: 'the progress of {{n}} people' },
  '{{n}} 人逾期': '{{n}} overdue',
  '{{title}}的进度': 'Progress of {{title}}',
  '“{{title}}”必须完成': '“{{title}}” is required',
  '“{{title}}”的练习题数': 'Questions to train of “{{title}}”',
  '下一站：{{title}}': 'Next: {{title}}',
  '从加入那天算起，0 表示不限': 'Counted from the day of entering; 0: no date',
  '以后加入范围的人从加入那天开始；离开范围的人保留进度。': 'Who joins later starts on that day; who leaves keeps their progress.',
  停止方案: 'Stop',
  全部进度: 'Any progress',
  '写在方案开头，例如为谁而设、完成后能做什么': 'Stands at the top, such as whom it is for and what it leads to',
  '删除第 {{n}} 阶段': 'Delete stage {{n}}',
  去完成: 'Go on',
  '发布培养方案“{{title}}”': 'Publish the learning path “{{title}}”',
  '向没有完成的人（最多 {{n}} 人）发送站内消息？24 小时内提醒过的不再发送。':
    'Send a message to those who have not finished ({{n}} at most)? Who was reminded within 24 hours gets none.',
  '培养方案保存成功！': 'Learning path saved',
  '培养方案已发布，{{n}} 人加入': { one: 'Published, {{n}} person has entered', other: 'Published, {{n}} people have entered' },
  '培养方案已发布，{{n}} 人加入，已通知 {{m}} 人': 'Published: {{n}} entered, {{m}} notified',
  '安排给您的培养方案会出现在这里。': 'Learning paths that are assigned to you appear here.',
  '完成后获得：{{what}}': 'You earn: {{what}}',
  '已提醒 {{n}} 人，24 小时内提醒过的 {{m}} 人不再提醒': 'Reminded {{n}}; {{m}} had a reminder within 24 hours',
  '已练 {{n}} / {{total}} 题': '{{n}} of {{total}} questions trained',
  '已经完成的内容不会收回：移出的内容保留记录，已走完的人仍算完成，其他人按新的内容重新计算进度':
    'Nothing is taken back: what is removed keeps its records, who has finished stays so, and the others are counted by the new content',
  '平均 {{n}}%': 'Mean {{n}}%',
  '恭喜，您已完成全部内容！': 'Well done, you have finished all of it!',
  '把课程、考试、练习和问卷排成几个阶段，按岗位或部门安排给学员':
    'Put courses, exams, training and surveys into stages, for a post or a department',
  提醒未完成的人: 'Remind who has not finished',
  '搜索名称，选中即添加': 'Search by name; a choice is added',
  暂未开放: 'Not open now',
  期限: 'Due after',
  期限和奖励: 'Dates and rewards',
  没有部门: 'No department',
  添加阶段: 'Add a stage',
  移出方案: 'Remove from the path',
  '移到第 {{n}} 阶段 {{title}}': 'Move to stage {{n}} {{title}}',
  '第 {{n}} 轮': 'Round {{n}}',
  '第 {{n}} 阶段': 'Stage {{n}}',
  '第 {{n}} 阶段的内容': 'Items of stage {{n}}',
  '第 {{n}} 阶段的名称': 'Name of stage {{n}}',
  '第 {{n}} 阶段的期限': 'Days of stage {{n}}',
  '第 {{n}} 阶段选做至少完成': 'Optional items to do in stage {{n}}',
  '第 {{n}} 阶段：添加内容': 'Stage {{n}}: add an item',
  '第 {{n}} 阶段：类型': 'Stage {{n}}: kind',
  给谁: 'Audience',
  继续方案: 'Open again',
  '考试和题库训练要再做一遍，请给考试留出次数；课程和问卷只做一次':
    'Exams and banks are done anew, so leave tries for the exams; courses and surveys are done once',
  '走完方案时一次发放，0 表示不奖励': 'Given once at the end; 0: none',
  '还没有内容，在下面搜索并添加': 'Nothing here yet: search and add below',
  '这些人 24 小时内都提醒过了': 'All of them were reminded within 24 hours',
  选做: 'Optional',
  '选做 {{n}} 项，至少完成': { one: 'Of {{n}} optional item, at least', other: 'Of {{n}} optional items, at least' },
  '选做至少完成 {{n}} 项': 'At least {{n}} of the optional items',
  选择培养方案的人员: 'Choose the people of the path',
} satisfies Catalogue

declare module '../../kernel/i18n.ts' {
  interface PageTexts extends KeysOf<typeof pathEn> {}
}

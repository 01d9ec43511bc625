// The allowed extensions of course files.
export const courseKinds = 'mp4,webm,mp3,m4a,wav,ogg,pdf,doc,docx,xls,xlsx,ppt,pptx,zip,rar,png,jpg,jpeg,webp'.split(',')

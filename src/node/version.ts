import packageFile from '../../package.json' with { type: 'json' }

/** Release of this program, as commands, status replies and the app's info show it. */
export const programVersion: string = packageFile.version

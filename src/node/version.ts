import packageFile from '../../package.json' with { type: 'json' }

/** Version of this program, in commands, status replies and the app's info. */
export const programVersion: string = packageFile.version

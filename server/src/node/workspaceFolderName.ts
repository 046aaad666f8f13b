/** Name of the folder that holds people’s own entries and facts. Who only looks whether it is there needs no reader of it. */
export const workspaceFolder = '.error-lookup';
